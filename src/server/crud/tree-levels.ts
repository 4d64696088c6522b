/** Maximum levels of a tree. The trigger `place_in_tree` has the same number. */
export const TREE_LEVELS = 32
