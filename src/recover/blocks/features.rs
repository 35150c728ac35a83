//! Features: what the models see of rows and of segments, each as one of a few bins.

/// Declares an enum of features, with their descriptions and numbers of bins.
macro_rules! features {
    ($(#[$of:meta])* $name:ident; $($(#[$doc:meta])* $feature:ident: $bins:expr,)*) => {
        $(#[$of])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum $name { $($(#[$doc])* $feature,)* }

        impl $name {
            /// All features, and the number of bins of each.
            pub(super) const ALL: &'static [(Self, usize)] =
                &[$((Self::$feature, $bins),)*];

            /// Their names, and the number of bins of each, in the same order.
            pub(super) const TABLE: $crate::recover::blocks::features::FeatureTable =
                &[$((stringify!($feature), $bins),)*];
        }
    };
}

pub(super) use features;

/// The bin of a value: how many of these edges it reaches.
pub(super) fn bin_of<T: PartialOrd + Copy>(value: T, edges: &[T]) -> usize {
    edges.iter().filter(|&&edge| value >= edge).count()
}

/// The names of features and the number of bins of each.
pub type FeatureTable = &'static [(&'static str, usize)];
