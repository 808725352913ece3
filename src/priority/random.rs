//! The hash behind every random draw: counters in, uniform or approximately normal numbers out.

/// The increment of SplitMix64.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hashes a seed, a tag for the purpose of the draw, and three counters. Frozen: simulations and
/// seeded responses must stay reproducible.
#[must_use]
pub fn hash(seed: u64, tag: u64, [a, b, c]: [u64; 3]) -> u64 {
    let start = finalize(seed.wrapping_add(GAMMA));
    [tag, a, b, c].into_iter().fold(start, |x, word| finalize(x ^ word.wrapping_add(GAMMA)))
}

/// Maps a hash to a number in [0, 1).
#[must_use]
pub fn uniform(hash: u64) -> f64 {
    (hash >> 11) as f64 * 2f64.powi(-53)
}

/// Maps a hash to an approximately normal number with mean 0 and standard deviation 1: the sum of
/// its four 16-bit parts.
#[must_use]
pub fn normal(hash: u64) -> f64 {
    let sum: u64 = (0..4).map(|part| hash >> (16 * part) & 0xFFFF).sum();
    ((sum + 2) as f64 / 65536.0 - 2.0) * 1.732_050_807_568_877_2
}

/// Hashes a text into a counter for [`hash`].
#[must_use]
pub fn hash_text(text: &str) -> u64 {
    text.bytes().fold(0, |x, byte| finalize(x ^ u64::from(byte).wrapping_add(GAMMA)))
}

/// Returns the next number of SplitMix64, for consecutive draws.
#[must_use]
pub fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GAMMA);
    finalize(*state)
}

/// Finalizer of SplitMix64.
#[must_use]
pub fn finalize(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_golden_hash_of_the_policy_page() {
        assert_eq!(hash(1, 1, [0, 0, 0]), 0x7fdd_28f9_6068_8e09);
    }

    /// From S. Vigna's splitmix64.c with the state 1234567, as widely quoted.
    #[test]
    fn the_published_stream() {
        let mut state = 1_234_567;
        let found = [next(&mut state), next(&mut state), next(&mut state)];
        assert_eq!(
            found,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_million_draws_have_the_right_mean_and_deviation() {
        let draws: Vec<f64> = (0..1_000_000).map(|n| normal(hash(7, 1, [n, 0, 0]))).collect();
        let mean = draws.iter().sum::<f64>() / 1e6;
        let variance = draws.iter().map(|z| z * z).sum::<f64>() / 1e6;
        assert!(mean.abs() < 0.005 && (variance - 1.0).abs() < 0.005, "{mean} {variance}");
        assert!((0..1000).all(|n| (0.0..1.0).contains(&uniform(hash(7, 2, [n, 0, 0])))));
    }
}
