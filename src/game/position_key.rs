//! The canonical key of a position, and how the position is oriented to it.

use super::symmetry::{Symmetries, Symmetry};

/// The key that equal positions share in any move order and orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKey {
    /// The least of the hashes of the position's images. Frozen, because stores keep it.
    pub key: u64,
    /// The first symmetry under which the position has this hash. Those that turn the board over
    /// exchange the sides as well: only xiangqi has them.
    pub by: Symmetry,
    /// The symmetries that leave the position as it is.
    pub stabiliser: Symmetries,
}

impl PositionKey {
    /// Returns the key of a position by the hash of its image under each of some symmetries: the
    /// identity first, or another after which the rest are those that the first one leads to.
    #[must_use]
    #[inline]
    pub fn least(images: impl Iterator<Item = (Symmetry, u64)>) -> PositionKey {
        let mut own = None;
        let mut least = PositionKey {
            key: u64::MAX,
            by: Symmetry::IDENTITY,
            stabiliser: Symmetries::default(),
        };
        let mut fixed = 0;
        for (symmetry, hash) in images {
            let (first, own) = *own.get_or_insert((symmetry, hash));
            if own == hash {
                fixed |= 1 << symmetry.then(first.inverse()).number();
            }
            if hash < least.key {
                (least.key, least.by) = (hash, symmetry);
            }
        }
        PositionKey { stabiliser: Symmetries::from_bits(fixed), ..least }
    }

    /// Whether the position has an image, other than itself, that is the same.
    #[must_use]
    pub const fn is_symmetric(self) -> bool {
        self.stabiliser.len() > 1
    }

    /// The key of the position's image under a symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> PositionKey {
        if symmetry == Symmetry::IDENTITY {
            return self;
        }
        let back = symmetry.inverse();
        let to_least = self.stabiliser.iter().map(|fixed| back.then(fixed).then(self.by));
        PositionKey {
            key: self.key,
            by: to_least.collect::<Symmetries>().first(),
            stabiliser: self.stabiliser.conjugate(symmetry),
        }
    }

    /// The symmetry that leads from this position to an equal one.
    #[must_use]
    pub const fn to(self, other: PositionKey) -> Symmetry {
        self.by.then(other.by.inverse())
    }
}
