/** What was done with a module, or with a key that modules are signed with. */
export const moduleLogKinds = [
  'install',
  'update',
  'back',
  'enable',
  'disable',
  'uninstall',
  'trust',
  'distrust',
] as const
export type ModuleLogKind = (typeof moduleLogKinds)[number]

export const moduleLogStates = ['start', 'success', 'error'] as const
