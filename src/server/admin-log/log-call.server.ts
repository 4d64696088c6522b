import type { Db } from '#src/db/client.server.ts'
import type { Said } from '#src/i18n/locale.server.ts'
import type { Json } from '#src/lib/json.ts'
import type { LogEvent } from '#src/lib/log-event.ts'
import type { Side } from '#src/lib/side.ts'
import type { ApiContext } from '../context.server.ts'
import { storable } from '../sheet/storable.ts'
import { insertLog } from './insert-log.server.ts'
import type { LogGatherer } from './log-gatherer.server.ts'
import type { LogRow } from './log-row.server.ts'
import { callTitle, type SignInWay, signInTitle } from './log-titles.server.ts'
import { cut, masked } from './masked.server.ts'
import { requestNames } from './request-names.server.ts'
import { type KnownNames, MASK, noNames } from './secret-names.ts'

/** Bodies above are not taken apart. */
const BODY_MAX = 256 * 1024
const MESSAGE_MAX = 500
const PATH_MAX = 1_000

/** What the log is told about a call while it is answered. */
export type LogNote = {
  /** Somebody has tried to sign in under this name. The side is null when nothing says which one is meant. */
  signIn?: { side: Side | null; username: string; way: SignInWay } | undefined
  /** Whose call it is, when no token says so. */
  owner?: { id: number; side: Side; username: string }
  /** What the answer says. */
  said?: { code: number; message: string }
  /** In place of the body, for what is no JSON: the name and the size of an upload. */
  body?: Json
  /** The row is written already, with the transaction of the call. */
  written?: true
  /** The call is of no interest: it renews a token. */
  unlogged?: true
}

/** What a call is called, and which of its names are secrets. */
export type LogFacts = { title: Said; names: KnownNames }

/** A key in a call about signing in opens a visit at a provider, or is the proof that it has brought. */
const ofSession: KnownNames = { secret: new Set(['key']), plain: new Set() }

/** Tells the log something about the call of a request. */
export function noteForLog(c: ApiContext, note: LogNote): void {
  c.set('logNote', { ...c.get('logNote'), ...note })
}

/** Writes the row of a call in the transaction of its write: neither exists without the other. */
export async function logWrite(c: ApiContext, tx: Db, message: string, changeSetId: number): Promise<void> {
  const row = await rowOf(c, 'write', { code: 200, message })
  await insertLog(tx, [{ ...row, change_set_id: changeSetId }])
}

/** Writes the row of a sign-in in its transaction. */
export async function logSignIn(c: ApiContext, tx: Db, accountId: number, side: Side): Promise<void> {
  const row = await rowOf(c, 'signIn', { code: 200, message: '' })
  await insertLog(tx, [{ ...row, account_id: accountId, side, username: '' }])
}

/** Hands the row of an answered call to the log, if it is of interest and not written yet. */
export async function logAnswered(c: ApiContext, gatherer: LogGatherer): Promise<void> {
  const note = c.get('logNote')
  if (note?.written || note?.unlogged) return
  const code = note?.said?.code ?? c.res.status
  const event = eventOf(c, code)
  if (event) gatherer.add(await rowOf(c, event, { code, message: note?.said?.message ?? '' }))
}

function eventOf(c: ApiContext, code: number): LogEvent | undefined {
  const called = c.get('called')
  if (c.get('logNote')?.signIn) return code === 200 ? 'signIn' : 'signInFailed'
  if (code === 403) return 'refused'
  if (!called || called.log === 'never' || c.req.method === 'HEAD') return undefined
  if (called.log === 'signOut') return code === 200 ? 'signOut' : undefined
  // A refused token says nothing about who called.
  if (!c.get('actor') && !c.get('logNote')?.owner) return undefined
  if (called.log === 'export') return 'export'
  return called.method === 'get' ? undefined : 'write'
}

/**
 * Reads what the row of a write needs to know, before its transaction: a call that holds a connection may not wait for
 * another one.
 */
export async function prepareLog(c: ApiContext): Promise<void> {
  c.set('logFacts', await factsOf(c))
}

async function factsOf(c: ApiContext): Promise<LogFacts> {
  const [actor, called] = [c.get('actor'), c.get('called')]
  const names = called?.security === 'client' ? noNames : called?.tag === 'session' ? ofSession : await requestNames(c)
  const title = called ? await callTitle(c.get('deps').db, actor?.epoch, called) : { 'zh-cn': '', en: '' }
  return { title, names }
}

async function rowOf(c: ApiContext, event: LogEvent, said: { code: number; message: string }): Promise<LogRow> {
  const [actor, called, note] = [c.get('actor'), c.get('called'), c.get('logNote')]
  const { title: usual, names } = c.get('logFacts') ?? (await factsOf(c))
  const title = note?.signIn && event !== 'refused' ? signInTitle(note.signIn.way) : usual
  const person = actor?.viewer ?? actor ?? note?.owner
  const username = person?.username ?? storable(note?.signIn?.username ?? '').slice(0, 100)
  return {
    age: 0,
    event,
    side: actor?.side ?? note?.owner?.side ?? note?.signIn?.side ?? null,
    account_id: person?.id ?? null,
    username,
    seen_id: actor?.viewer ? actor.id : null,
    seen_name: actor?.viewer ? actor.username : '',
    node: [called?.node ?? []].flat()[0] ?? '',
    title: title['zh-cn'],
    title_en: title.en,
    method: c.req.method.slice(0, 7),
    path: cut(pathOf(c), PATH_MAX),
    query: queryOf(c, names),
    body: note?.body ?? bodyOf(c, names),
    code: said.code,
    message: cut(storable(said.message), MESSAGE_MAX),
    duration: Math.round(performance.now() - c.get('started')),
    address: c.get('address'),
    agent: storable(c.req.header('user-agent') ?? '').slice(0, 255),
    request_id: c.get('requestId'),
    change_set_id: null,
    times: 1,
  }
}

/** A code in the path is no better known than one in the body. */
function pathOf(c: ApiContext): string {
  let path = storable(c.req.path)
  for (const [name, value] of Object.entries(c.get('called') ? c.req.param() : {})) {
    if (/token|code|secret|key/i.test(name) && name !== 'key') path = path.replace(String(value), MASK)
  }
  return path
}

function queryOf(c: ApiContext, names: KnownNames): Json {
  const params = c.get('url')?.searchParams
  if (!params || params.size === 0) return null
  const values = [...new Set(params.keys())].map((name) => {
    const all = params.getAll(name)
    return [name.replace(/\[\]$/, ''), all.length > 1 || name.endsWith('[]') ? all : all[0]]
  })
  return masked(Object.fromEntries(values), names)
}

function bodyOf(c: ApiContext, names: KnownNames): Json {
  const text = c.get('body')
  if (!text) return null
  if (text.length > BODY_MAX) return { '…': `${text.length} characters` }
  const type = c.req.header('content-type') ?? ''
  if (type.startsWith('application/x-www-form-urlencoded'))
    return masked(Object.fromEntries(new URLSearchParams(text)), names)
  try {
    return masked(JSON.parse(text), names)
  } catch {
    return { '…': `${text.length} characters` }
  }
}
