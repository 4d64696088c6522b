import type { CheckNode } from '#src/ui/check-tree-model.ts'

/**
 * A tree of permissions for tests: 1 base, with 10 organizations (11 view, 12 add) and 20 subjects (21 view, 22 delete,
 * which may not be granted); 2 home.
 */
export const ruleTree: readonly CheckNode[] = [
  { id: 1, parent: null, label: 'Base' },
  { id: 10, parent: 1, label: 'Organizations' },
  { id: 11, parent: 10, label: 'View' },
  { id: 12, parent: 10, label: 'Add' },
  { id: 20, parent: 1, label: 'Subjects' },
  { id: 21, parent: 20, label: 'View', hint: 'subject/index' },
  { id: 22, parent: 20, label: 'Delete', disabled: true },
  { id: 2, parent: null, label: 'Home' },
]
