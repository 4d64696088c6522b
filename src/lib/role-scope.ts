/** The kinds of data scope that a role can have. `src/server/access/scope-kinds.server.ts` says what each one sees. */
export const roleScopes = ['all', 'orgBelow', 'org', 'chosen', 'teaching', 'own'] as const

export type RoleScope = (typeof roleScopes)[number]
