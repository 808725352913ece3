//! Means over seeds with confidence intervals.

/// Student's t for a two-sided 95 % interval by degrees of freedom, from 1; from the usual tables.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];
/// The same quantile of the normal distribution.
const NORMAL: f64 = 1.959_964;

/// Mean with the half width of its 95 % confidence interval; none for a single value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Half width of the interval.
    pub half_width: Option<f64>,
}

impl Figure {
    /// Computes the figure of independent values; 0 for no values.
    #[must_use]
    pub fn from_values(values: &[f64]) -> Figure {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count.max(1.0);
        let squares = values.iter().map(|value| (value - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0);
        let half_width =
            (values.len() > 1).then(|| student(values.len() - 1) * (variance / count).sqrt());
        Figure { mean, half_width }
    }

    /// Computes the figure of the pairwise differences, first minus second.
    #[must_use]
    pub fn from_differences(first: &[f64], second: &[f64]) -> Figure {
        let pairs = first.iter().zip(second);
        Figure::from_values(&pairs.map(|(a, b)| a - b).collect::<Vec<f64>>())
    }
}

/// Returns Student's t for a number of degrees of freedom. Beyond the table it uses the expansion
/// around the normal distribution to the third term.
fn student(freedom: usize) -> f64 {
    let tabled = freedom.checked_sub(1).and_then(|at| STUDENT.get(at));
    tabled.copied().unwrap_or_else(|| {
        let (z, n) = (NORMAL, freedom as f64);
        let first = (z.powi(3) + z) / (4.0 * n);
        let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n);
        z + first + second
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_t_matches_the_tables() {
        for (freedom, expected) in
            [(1, 12.706), (29, 2.045), (40, 2.021), (60, 2.000), (120, 1.980)]
        {
            assert!((student(freedom) - expected).abs() < 6e-4, "{freedom}");
        }
        let far = (student(1_000_000) - NORMAL).abs();
        assert!(far < 1e-5 && student(31) < student(30));
    }

    /// 2, 4, 4, 4, 6: mean 4, variance 8/4, half width 2.776·√(2/5).
    #[test]
    fn a_figure_by_hand() {
        let figure = Figure::from_values(&[2.0, 4.0, 4.0, 4.0, 6.0]);
        assert!((figure.mean - 4.0).abs() < 1e-12);
        let expected = 2.776 * 0.4f64.sqrt();
        assert!(figure.half_width.is_some_and(|half| (half - expected).abs() < 1e-12));
        assert_eq!(Figure::from_values(&[3.0]).half_width, None);
        assert_eq!(Figure::from_values(&[]).half_width, None);
        let differences = Figure::from_differences(&[5.0, 7.0], &[4.0, 6.0]);
        assert_eq!((differences.mean, differences.half_width), (1.0, Some(0.0)));
    }
}
