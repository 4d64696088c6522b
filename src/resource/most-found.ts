/** Maximum matches of a search in a tree that is read level by level. */
export const MOST_FOUND = 50
