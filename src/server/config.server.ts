import * as v from 'valibot'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { fromTable } from './cache/table-cache.server.ts'
import { unseal } from './seal.server.ts'

/** A web address, or an empty text. Icon services return addresses that begin with `//`; these become https. */
const webAddress = v.pipe(
  v.string(),
  v.transform((value) => (value.startsWith('//') ? `https:${value}` : value)),
  v.check((value) => value === '' || (/^https?:/i.test(value) && URL.canParse(value))),
)

/** The stored form of a secret setting: sealed, or an empty text. Only `readSecret` opens it. */
const secret = v.optional(v.string(), '')

const productName = { 'zh-cn': '量尺测评', en: 'Yardstick' }

/** Every setting of the site, with its schema and its default. */
export const configSchema = v.object({
  /** One name, or a name for each language. The product's own name depends on the language. */
  siteName: v.optional(
    v.pipe(
      v.union([v.string(), v.object({ 'zh-cn': v.string(), en: v.string() })]),
      // The first releases stored the product's name in Chinese alone. Nobody has chosen it.
      v.transform((name) => (name === productName['zh-cn'] ? productName : name)),
    ),
    productName,
  ),
  recordNumber: v.optional(v.string(), ''),
  version: v.optional(v.string(), 'v1.0.0'),
  cdnUrl: v.optional(v.string(), ''),
  apiUrl: v.optional(v.string(), ''),
  contactEmail: v.optional(v.string(), ''),
  contactPhone: v.optional(v.string(), ''),
  timeZone: v.optional(v.string(), 'Asia/Shanghai'),
  headNav: v.optional(v.array(v.object({ title: v.string(), path: v.string() })), []),
  uploadMode: v.optional(v.string(), 'local'),
  uploadMaxsize: v.optional(v.number(), 10_485_760),
  uploadMimetype: v.optional(v.string(), 'jpg,png,bmp,jpeg,gif,webp,zip,rar,xls,xlsx,doc,docx,wav,mp4,mp3,txt'),
  uploadSavename: v.optional(v.string(), '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}'),
  /** Maximum bytes of all files of an account, and of those of one day; 0 is no limit. */
  uploadQuota: v.optional(v.number(), 2_147_483_648),
  uploadDaily: v.optional(v.number(), 536_870_912),
  /** Maximum number of files that an account may send in a day; 0 is no limit. */
  uploadDailyFiles: v.optional(v.number(), 500),
  /** The number of days after which a file that nothing uses is deleted. */
  uploadGraceDays: v.optional(v.number(), 30),
  /** Whether the forms have the editor for rich text. */
  richText: v.optional(v.boolean(), false),
  /** Maximum size of a file in bytes, and the number of days to keep it. */
  importMaxsize: v.optional(v.number(), 104_857_600),
  importKeepDays: v.optional(v.number(), 7),
  /** Maximum bytes of all kept files of a person. */
  importQuota: v.optional(v.number(), 524_288_000),
  terminalPort: v.optional(v.number(), 8000),
  terminalPackageManager: v.optional(v.string(), 'pnpm'),
  /** URL of a style sheet from iconfont.cn or a similar service. Menus may use its icons. Pages load it from there. */
  iconfontUrl: v.optional(webAddress, ''),
  /**
   * The types that an organization of each type may stand below; an empty text is the top of the tree. Forms, lists and
   * imports warn about other places.
   */
  organizationParents: v.optional(v.record(v.string(), v.array(v.string())), {
    province: [''],
    bureau: ['', 'province'],
    district: ['', 'province', 'bureau'],
    school: ['', 'province', 'bureau', 'district'],
    campus: ['school'],
    class: ['school', 'campus'],
  }),
  captcha: v.optional(v.picklist(['after-failures', 'always']), 'after-failures'),
  /** How e-mails leave: not at all, by SMTP, or into the directory `outbox` of DATA_DIR for trying. */
  mailMode: v.optional(v.picklist(['off', 'smtp', 'file']), 'off'),
  smtpHost: v.optional(v.string(), ''),
  smtpPort: v.optional(v.number(), 465),
  /** `tls` from the start (usually port 465), `starttls` after the greeting (587), `none` only in a trusted network. */
  smtpSecurity: v.optional(v.picklist(['tls', 'starttls', 'none']), 'tls'),
  smtpUser: v.optional(v.string(), ''),
  smtpPassword: secret,
  /** The address and the name that e-mails come from. */
  mailSender: v.optional(v.string(), ''),
  mailSenderName: v.optional(v.string(), ''),
  /** How text messages leave: not at all, through an HTTP gateway, or into the directory `outbox` of DATA_DIR. */
  smsMode: v.optional(v.picklist(['off', 'http', 'file']), 'off'),
  /** The gateway. Address, headers and body may name `{mobile}`, `{text}`, `{code}`, `{template}` and `{secret}`. */
  smsUrl: v.optional(v.string(), ''),
  smsMethod: v.optional(v.picklist(['POST', 'GET']), 'POST'),
  smsHeaders: v.optional(v.array(v.strictObject({ key: v.string(), value: v.string() })), []),
  smsBody: v.optional(v.string(), ''),
  /** The answer of the gateway is a success when it has this text or, as `path=value`, this value in its JSON. */
  smsSuccess: v.optional(v.string(), ''),
  smsSecret: secret,
  /** The number of days for which the outbox shows what was sent, and its attempts in a minute. */
  outboxKeepDays: v.optional(v.number(), 90),
  outboxPerMinute: v.optional(v.number(), 120),
})

export type Config = v.InferOutput<typeof configSchema>

/** The settings that are stored sealed and never delivered. */
export const secretSettings = ['smtpPassword', 'smsSecret'] as const satisfies readonly (keyof Config)[]

/**
 * A secret setting in plain text; an empty text when it is not set, or sealed with another `SESSION_SECRET`.
 * @param siteSecret `deps.secret`, or that of a job
 */
export async function readSecret(db: Db, siteSecret: string, name: (typeof secretSettings)[number]): Promise<string> {
  const sealed = (await readConfig(db, [name]))[name]
  return (sealed && unseal(siteSecret, name, sealed)) || ''
}

/** The site's name in the language of the request. */
export function siteNameIn(name: Config['siteName']): string {
  return typeof name === 'string' ? name : name[getLocale()]
}

/** The stored settings by name. While they are cached and unchanged, every call returns the same map. */
export const readSettings = fromTable('config', async (db): Promise<ReadonlyMap<string, unknown>> => {
  const rows = await db.select({ name: config.name, value: config.value }).from(config)
  return new Map(rows.map((row) => [row.name, row.value]))
})

/** The named settings. A setting that is not stored, or stored wrongly, has its default. */
export async function readConfig<K extends keyof Config>(db: Db, names: readonly K[]): Promise<Pick<Config, K>> {
  const stored = await readSettings(db)
  const values = names.map((name) => {
    // One invalid setting must not affect the others.
    const result = v.safeParse(configSchema.entries[name], stored.get(name))
    return [name, result.success ? result.output : v.parse(configSchema.entries[name], undefined)]
  })
  // Seam: the type of Object.fromEntries does not keep the names.
  return Object.fromEntries(values) as Pick<Config, K>
}
