//! Metrics of one point under the mechanical model.

/// FB at which a point belongs fully to one side.
pub const SATURATION: f64 = 32.0;

/// Metrics derived from the forces at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMetrics {
    /// A, the sum of the forces: positive where Black is stronger.
    pub sum: i32,
    /// F, the length of the vector of the four forces.
    pub strength: f64,
    /// B, the balance of the directions: 0 if all force comes from one side or cancels out there, 1
    /// if opposite forces are equal.
    pub balance: f64,
}

impl PointMetrics {
    /// Computes the metrics from the forces up, right, down and left.
    #[must_use]
    pub fn from_forces(forces: [i32; 4]) -> PointMetrics {
        let [up, right, down, left] = forces.map(i64::from);
        let squares = up * up + right * right + down * down + left * left;
        let apart = (up - down).pow(2) + (right - left).pow(2);
        // A single root of a single fraction: cancelling forces give exactly 0, equal ones
        // exactly 1.
        let balance = match squares {
            0 => 0.0,
            _ => 1.0 - (apart as f64 / (2 * squares) as f64).sqrt(),
        };
        PointMetrics {
            sum: forces.iter().sum(),
            strength: (squares as f64).sqrt(),
            balance,
        }
    }

    /// Returns FB, the balanced strength.
    #[must_use]
    pub fn balanced(self) -> f64 {
        self.strength * self.balance
    }

    /// Returns FB with the sign of A: positive where Black is stronger.
    #[must_use]
    pub fn signed(self) -> f64 {
        f64::from(self.sum.signum()) * self.balanced()
    }

    /// Returns the contribution of an empty point to SFB, −1 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.signed().clamp(-SATURATION, SATURATION) / SATURATION
    }
}
