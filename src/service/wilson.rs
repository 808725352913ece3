//! Confidence interval of a proportion.

/// Standard deviations on either side that cover 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Returns Wilson's 95 % score interval of a proportion observed in `cases` cases; (0, 1) without a
/// case.
#[must_use]
pub fn wilson(share: f64, cases: f64) -> (f64, f64) {
    if cases <= 0.0 {
        return (0.0, 1.0);
    }
    let middle = share + Z * Z / (2.0 * cases);
    let half = Z * (share * (1.0 - share) / cases + Z * Z / (4.0 * cases * cases)).sqrt();
    let scale = 1.0 + Z * Z / cases;
    ((middle - half) / scale, (middle + half) / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. G. Newcombe, Statistics in Medicine 17 (1998), pages 857-872, table I, method 3.
    #[test]
    fn published_intervals() {
        for (hits, cases, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0000, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let (found_low, found_high) = wilson(hits / cases, cases);
            assert!((found_low - low).abs() < 5e-5, "{hits}/{cases}: {found_low}");
            assert!((found_high - high).abs() < 5e-5, "{hits}/{cases}: {found_high}");
        }
        assert_eq!(wilson(0.5, 0.0), (0.0, 1.0));
    }
}
