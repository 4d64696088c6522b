import * as v from 'valibot'
import { shownProviders } from '#src/features/providers/provider-row.server.ts'
import { publicRules } from '#src/features/rules/menu.server.ts'
import { navsOf } from '#src/features/rules/public-nav.server.ts'
import { hasTerminal } from '#src/features/terminal/terminal-offered.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { JsonObject } from '#src/lib/json.ts'
import { messageChannels } from '#src/lib/message-kinds.ts'
import { joinedNavs, type SiteNav } from '#src/lib/site-nav.ts'
import { type Config, readConfig, siteNameIn, textIn } from '#src/server/config.server.ts'
import { endpoint } from '#src/server/endpoint/endpoint.server.ts'
import { knownAs } from '#src/server/endpoint/known-as.server.ts'
import { deliveredAddress } from '#src/server/files/cdn.server.ts'
import { publicItems } from '#src/server/settings/own-items.server.ts'

const basics = ['siteName', 'recordNumber', 'version', 'cdnUrl', 'apiUrl', 'headNav', 'timeZone'] as const
const more = [
  'contactEmail',
  'contactPhone',
  'iconfontUrl',
  'importMaxsize',
  'organizationParents',
  'richText',
] as const
const looks = ['brandLogo', 'brandColour'] as const
const members = ['registration', 'registrationSentence', 'centerOpen', 'centerSentence'] as const
const ways = ['mailMode', 'smsMode'] as const
const texts = ['termsText', 'privacyText'] as const
const upload = ['uploadMode', 'uploadMaxsize', 'uploadMimetype', 'uploadSavename'] as const
const names = [...basics, ...more, ...looks, ...members, ...ways, ...texts, ...upload] as const

/** An entry of the top bar. `id`: it comes from a rule of the member side. With `children` it opens a menu of them. */
export const siteNav = v.strictObject({
  title: v.string(),
  path: v.string(),
  id: v.optional(v.number()),
  children: v.optional(v.array(v.strictObject({ title: v.string(), path: v.string() }))),
})

const site = v.strictObject({
  siteName: v.string(),
  recordNumber: v.string(),
  version: v.string(),
  cdnUrl: v.string(),
  apiUrl: v.string(),
  headNav: v.array(siteNav),
  timeZone: v.string(),
  iconfontUrl: v.string(),
  contactEmail: v.string(),
  contactPhone: v.string(),
  importMaxsize: v.number(),
  organizationParents: v.record(v.string(), v.array(v.string())),
  richText: v.boolean(),
  brandLogo: v.string(),
  brandColour: v.string(),
  /** Whether visitors may register; if not, they read the sentence instead. */
  registration: v.boolean(),
  registrationSentence: v.string(),
  /** Whether members may come in; if not, what they read instead. */
  center: v.strictObject({ open: v.boolean(), sentence: v.string() }),
  /** By which ways codes leave. Without any, nobody registers or sets a forgotten password. */
  codeWays: v.array(v.picklist(messageChannels)),
  /** Which of the pages /terms and /privacy have a text in this language. */
  legal: v.array(v.picklist(['terms', 'privacy'])),
  /** The public own items of the site, by name. */
  own: knownAs<JsonObject>(v.record(v.string(), v.unknown())),
  /** The identity providers with which people sign in, of both sides. */
  providers: v.array(
    v.strictObject({
      id: v.number(),
      side: v.picklist(['admin', 'user']),
      name: v.string(),
      icon: v.nullable(
        v.union([v.strictObject({ body: v.string(), viewBox: v.string() }), v.strictObject({ font: v.string() })]),
      ),
    }),
  ),
  /** Whether super administrators have a terminal. */
  terminal: v.boolean(),
  upload: v.strictObject({ mode: v.string(), maxsize: v.number(), mimetype: v.string(), savename: v.string() }),
})

export type Site = v.InferOutput<typeof site>

/** The public settings of the site, in the language of the request. */
export function siteOf(
  config: Pick<Config, (typeof names)[number]>,
  own: JsonObject = {},
  providers: Site['providers'] = [],
  navs: readonly SiteNav[] = [],
): Site {
  const { siteName, recordNumber, version, cdnUrl, apiUrl, headNav, timeZone, ...others } = config
  const { contactEmail, contactPhone, iconfontUrl, importMaxsize, organizationParents, richText, ...files } = others
  const { uploadMode, uploadMaxsize, uploadMimetype, uploadSavename } = files
  return {
    siteName: siteNameIn(siteName),
    recordNumber,
    version,
    cdnUrl,
    apiUrl,
    headNav: joinedNavs(
      headNav.map(({ title, titleEn, path }) => ({ title: textIn({ 'zh-cn': title, en: titleEn || title }), path })),
      navs,
    ),
    timeZone,
    brandLogo: config.brandLogo,
    brandColour: config.brandColour,
    registration: config.registration,
    registrationSentence: textIn(config.registrationSentence),
    center: { open: config.centerOpen, sentence: textIn(config.centerSentence) },
    codeWays: [
      ...(config.mailMode === 'off' ? [] : ['mail' as const]),
      ...(config.smsMode === 'off' ? [] : ['sms' as const]),
    ],
    legal: [
      ...(textIn(config.termsText) === '' ? [] : ['terms' as const]),
      ...(textIn(config.privacyText) === '' ? [] : ['privacy' as const]),
    ],
    own,
    providers,
    contactEmail,
    contactPhone,
    iconfontUrl,
    importMaxsize,
    organizationParents,
    richText,
    terminal: hasTerminal(),
    upload: { mode: uploadMode, maxsize: uploadMaxsize, mimetype: uploadMimetype, savename: uploadSavename },
  }
}

/** The public settings of the site. */
export const siteCall = endpoint({
  method: 'get',
  path: '/api/site',
  tag: 'site',
  summary: m.call_site,
  security: 'none',
  answer: site,
  run: async ({ db }) => {
    const config = await readConfig(db, names)
    const brandLogo = await deliveredAddress(db, config.brandLogo)
    const navs = navsOf(await publicRules(db, 'visitors'))
    return siteOf({ ...config, brandLogo }, await publicItems(db), await shownProviders(db), navs)
  },
})
