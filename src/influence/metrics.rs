//! The numbers of one point under the mechanical model.

/// From this FB on a point counts as wholly one side's.
pub const SATURATION: f64 = 32.0;

/// What the forces at a point add up to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointMetrics {
    /// A, the sum of the forces: positive where Black pushes more.
    pub sum: i32,
    /// F, the length of the four forces as one vector.
    pub strength: f64,
    /// B, how balanced the directions are: 0 if all comes from one side or cancels out there, 1 if opposite forces are equal.
    pub balance: f64,
}

impl PointMetrics {
    /// The numbers of a point from its forces up, right, down and left.
    #[must_use]
    pub fn of(forces: [i32; 4]) -> PointMetrics {
        let [up, right, down, left] = forces.map(i64::from);
        let squares = up * up + right * right + down * down + left * left;
        let apart = (up - down).pow(2) + (right - left).pow(2);
        // One root of one fraction: forces that cancel out give exactly 0, equal ones exactly 1.
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

    /// FB, the balanced strength.
    #[must_use]
    pub fn balanced(self) -> f64 {
        self.strength * self.balance
    }

    /// FB with the sign of A: positive where Black has more.
    #[must_use]
    pub fn signed(self) -> f64 {
        f64::from(self.sum.signum()) * self.balanced()
    }

    /// What an empty point counts for SFB, −1 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        self.signed().clamp(-SATURATION, SATURATION) / SATURATION
    }
}
