//! Features: what the models see of rows and of segments, each as one of a few bins.

/// Declares signs, what they tell of, and how many bins each has.
macro_rules! features {
    ($(#[$of:meta])* $name:ident; $($(#[$doc:meta])* $feature:ident: $bins:expr,)*) => {
        $(#[$of])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum $name { $($(#[$doc])* $feature,)* }

        impl $name {
            /// All signs, and the number of bins of each.
            pub(super) const ALL: &'static [(Self, usize)] =
                &[$((Self::$feature, $bins),)*];

            /// Their names, and the number of bins of each, in the same order.
            pub(super) const TABLE: $crate::recover::blocks::features::FeatureTable =
                &[$((stringify!($feature), $bins),)*];
        }
    };
}

pub(super) use features;

/// How many of these edges a value reaches: its bin.
pub(super) fn grade<T: PartialOrd + Copy>(value: T, edges: &[T]) -> usize {
    edges.iter().filter(|&&edge| value >= edge).count()
}

/// The names of signs and the number of bins of each.
pub type FeatureTable = &'static [(&'static str, usize)];
