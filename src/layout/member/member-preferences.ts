import * as v from 'valibot'
import { readCookie, writeCookie } from '#src/lib/cookie.ts'
import { localStore } from '#src/lib/local-store.ts'
import { storageKeys } from '#src/lib/storage-keys.ts'

const schema = v.object({
  showAside: v.fallback(v.boolean(), true),
  /** Ids of the menu groups that are folded. */
  folded: v.fallback(v.array(v.pipe(v.number(), v.integer())), []),
})

/** The member's choices for the member center in this browser. */
export type MemberPreferences = v.InferOutput<typeof schema>

const usual: MemberPreferences = { showAside: true, folded: [] }

/** Most folded groups that are stored, because the cookie carries them. */
const MOST_FOLDED = 50

// The server renders the aside, so it needs the preferences before the first paint. A cookie carries a short form.
const COOKIE = 'ys_member'

/** Reads the preferences from a `Cookie` header or `document.cookie`. Without a valid cookie, the defaults. */
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

/** Without stored preferences the cookie decides, as on the server. The object stays the same until it changes. */
let known: { cookie: string; value: MemberPreferences } | undefined
function read(): MemberPreferences {
  const value = kept.read()
  if (value) return value
  const cookie = readCookie(document.cookie, COOKIE) ?? ''
  if (known?.cookie !== cookie) known = { cookie, value: readMemberCookie(document.cookie) }
  return known.value
}

/** The preferences in the browser's storage. Its other windows follow changes. */
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
