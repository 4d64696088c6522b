import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { inEachLanguage, type Said } from '#src/i18n/locale.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { isTitleKey, ruleTitles } from '../access/rule-titles.server.ts'
import type { Described } from '../endpoint/operation-of.server.ts'

type Titles = ReadonlyMap<string, Said>
type RuleRow = { name: string; title: string; title_en: string }

const known = new WeakMap<Db, { epoch: string; titles: Promise<Titles> }>()
const summaries = new WeakMap<() => string, Said>()

/** The titles of menus and buttons by node. They are read again when roles or rules have changed. */
function titlesOf(db: Db, epoch: string): Promise<Titles> {
  const kept = known.get(db)
  if (kept?.epoch === epoch) return kept.titles
  const titles = readTitles(db)
  known.set(db, { epoch, titles })
  titles.catch(() => known.delete(db))
  return titles
}

async function readTitles(db: Db): Promise<Titles> {
  const { rows } = await db.execute<RuleRow>(
    sql`select name, title, title_en from rule where area = 'admin' and type in ('menu', 'button')`,
  )
  return new Map(rows.map(({ name, title, title_en }) => [name, ruleTitles({ title, titleEn: title_en })]))
}

/**
 * What a call is, in every language: the titles of its menu and its button; for a call that shares a button with
 * others, the menu and what the contract says of it; without a menu, only that.
 */
export async function callTitle(db: Db, epoch: string | undefined, called: Described): Promise<Said> {
  const said = summaryOf(called.summary)
  const [node, ...others] = [called.node ?? []].flat()
  if (node === undefined || epoch === undefined) return said
  const titles = await titlesOf(db, epoch)
  const cut = node.lastIndexOf('/')
  const [menu, verb] = [titles.get(node.slice(0, cut)), node.slice(cut + 1)]
  if (!menu) return titles.get(node) ?? said
  if (called.log === 'export') return joined(menu, summaryOf(m.adminLog_export))
  const isButton = others.length === 0 && called.path.split('/')[3] === verb
  return joined(menu, (isButton && (titles.get(node) ?? usualTitle(verb))) || said)
}

export type SignInWay = 'password' | 'factor' | 'passkey' | 'provider'

const signIns: Readonly<Record<SignInWay, () => string>> = {
  password: m.adminLog_signInPassword,
  factor: m.adminLog_signInFactor,
  passkey: m.adminLog_signInPasskey,
  provider: m.adminLog_signInProvider,
}

/** What a sign-in is called, also a failed one: several calls and grants end in one. */
export function signInTitle(way: SignInWay): Said {
  return summaryOf(signIns[way])
}

/** A menu may lack the button of a verb that super administrators have all the same. */
function usualTitle(verb: string): Said | undefined {
  return isTitleKey(`button_${verb}`) ? ruleTitles({ title: `button_${verb}` }) : undefined
}

function joined(menu: Said, own: Said): Said {
  return { 'zh-cn': `${menu['zh-cn']} – ${own['zh-cn']}`, en: `${menu.en} – ${own.en}` }
}

/** A summary needs no reader: it is the same for every request. */
function summaryOf(summary: () => string): Said {
  const kept = summaries.get(summary)
  if (kept) return kept
  const said = inEachLanguage(summary)
  summaries.set(summary, said)
  return said
}
