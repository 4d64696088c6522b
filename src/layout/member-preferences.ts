import * as v from 'valibot'
import { readCookie, writeCookie } from '#src/lib/cookie.ts'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

const schema = v.object({
  showAside: v.fallback(v.boolean(), true),
  /** Ids of the menu groups that are folded. */
  folded: v.fallback(v.array(v.pipe(v.number(), v.integer())), []),
})

/** What a member chooses for the member center in this browser. */
export type MemberPreferences = v.InferOutput<typeof schema>

const usual: MemberPreferences = { showAside: true, folded: [] }

/** More folded groups than a cookie should carry are no preference. */
const MOST_FOLDED = 50

// The server draws the aside, so it has to know of it before the first paint: a short form travels in a cookie.
const COOKIE = 'ys_member'

/** What a `Cookie` header or `document.cookie` says of the preferences. */
export function readMemberCookie(header: string): MemberPreferences {
  const [, aside, folded] = /^([01])((?:\.\d{1,15})*)$/.exec(readCookie(header, COOKIE) ?? '') ?? []
  if (aside === undefined || folded === undefined) return usual
  return {
    showAside: aside === '1',
    folded: folded
      .split('.')
      .slice(1, MOST_FOLDED + 1)
      .map(Number),
  }
}

const kept = localStore<MemberPreferences | null>({
  key: storageKeys.memberCenter,
  version: 1,
  schema: v.nullable(schema),
  fallback: null,
})

/** A browser that lost its storage, but not its cookies, goes on with what the server has drawn; the same object until it changes. */
let known: { cookie: string; value: MemberPreferences } | undefined
function read(): MemberPreferences {
  const value = kept.read()
  if (value) return value
  const cookie = readCookie(document.cookie, COOKIE) ?? ''
  if (known?.cookie !== cookie) known = { cookie, value: readMemberCookie(document.cookie) }
  return known.value
}

/** The preferences in the browser's storage; its other windows follow them. */
export const memberPreferences = {
  read,
  subscribe: kept.subscribe,
  choose(patch: Partial<MemberPreferences>) {
    const next = { ...read(), ...patch }
    const value = { ...next, folded: next.folded.slice(-MOST_FOLDED) }
    writeCookie(COOKIE, `${value.showAside ? 1 : 0}${value.folded.map((id) => `.${id}`).join('')}`)
    kept.write(value)
  },
}
