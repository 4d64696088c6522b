import type { Actor } from '#src/server/access/actor.server.ts'

/** The account `admin`, for tests that call the server's functions without a request. */
export const superActor: Actor = {
  id: 1,
  side: 'admin',
  username: 'admin',
  super: true,
  nodes: new Set(),
  scopes: new Set(),
  chosen: [],
  epoch: '',
  orgId: null,
  orgPath: null,
  familyId: 0,
  unseen: false,
}
