import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { localized, numberSetting, textSetting } from './schemas.ts'
import { setting } from './setting.ts'
import { checkAddress, checkBrand, checkPath, checkRegistry, checkTimeZone } from './value-checks.ts'

/** A web address, or an empty text. Icon services return addresses that begin with `//`; these become https. */
const webAddress = v.pipe(
  v.string(),
  v.transform((value) => (value.startsWith('//') ? `https:${value}` : value)),
  v.check((value) => value === '' || (/^https?:/i.test(value) && URL.canParse(value))),
)

const productName = { 'zh-cn': '量尺测评', en: 'Yardstick' }
const place = { type: 'text', max: 500 } as const

/** What the site is called, where it is, and how it looks. */
export const siteSettings = {
  /** One name, or a name for each language. The product's own name depends on the language. */
  siteName: setting({
    schema: v.optional(
      v.pipe(
        v.union([v.string(), v.object({ 'zh-cn': v.string(), en: v.string() })]),
        // The first releases stored the product's name in Chinese alone. Nobody has chosen it.
        v.transform((name) => (name === productName['zh-cn'] ? productName : name)),
      ),
      productName,
    ),
    group: 'site',
    title: m.config_siteName,
    tip: m.config_siteNameTip,
    field: { type: 'text', max: 60, required: true },
    perLanguage: true,
    public: true,
  }),
  recordNumber: setting({
    schema: textSetting(),
    group: 'site',
    title: m.config_recordNumber,
    tip: m.config_recordNumberTip,
    field: { type: 'text', max: 60 },
    public: true,
  }),
  version: setting({
    schema: textSetting('v1.0.0'),
    group: 'site',
    title: m.config_version,
    field: { type: 'text', max: 30 },
    public: true,
  }),
  timeZone: setting({
    schema: textSetting('Asia/Shanghai'),
    group: 'site',
    title: m.config_timeZone,
    tip: m.config_timeZoneTip,
    field: { type: 'text', max: 60, required: true },
    public: true,
    check: checkTimeZone,
  }),
  cdnUrl: setting({
    schema: textSetting(),
    group: 'site',
    title: m.config_cdnUrl,
    tip: m.config_cdnUrlTip,
    field: place,
    public: true,
    check: checkAddress,
  }),
  apiUrl: setting({
    schema: textSetting(),
    group: 'site',
    title: m.config_apiUrl,
    tip: m.config_apiUrlTip,
    field: place,
    public: true,
    check: checkAddress,
  }),
  contactEmail: setting({
    schema: textSetting(),
    group: 'site',
    title: m.config_contactEmail,
    field: { type: 'text', max: 100, rule: 'email' },
    public: true,
  }),
  contactPhone: setting({
    schema: textSetting(),
    group: 'site',
    title: m.config_contactPhone,
    field: { type: 'text', max: 40, rule: 'phone' },
    public: true,
  }),
  headNav: setting({
    schema: v.optional(
      v.array(v.object({ title: v.string(), titleEn: v.optional(v.string(), ''), path: v.string() })),
      [],
    ),
    group: 'site',
    title: m.config_headNav,
    tip: m.config_headNavTip,
    field: {
      type: 'rows',
      maxItems: 12,
      fields: [
        { name: 'title', label: m.config_navTitle, type: 'text', max: 30, required: true },
        { name: 'titleEn', label: m.config_navTitleEn, type: 'text', max: 30 },
        { name: 'path', label: m.config_navPath, type: 'text', max: 300, required: true },
      ],
    },
    public: true,
    check: (entries) => {
      const wrong = entries.find(({ path }) => !checkPath(path))
      return wrong && m.config_navPathWrong({ path: wrong.path })
    },
  }),
  brandLogo: setting({
    schema: textSetting(),
    group: 'brand',
    title: m.config_brandLogo,
    tip: m.config_brandLogoTip,
    field: { type: 'image', accept: 'png,jpg,jpeg,webp,gif', public: true },
    public: true,
  }),
  brandColour: setting({
    schema: textSetting(),
    group: 'brand',
    title: m.config_brandColour,
    tip: m.config_brandColourTip,
    field: { type: 'color', presets: ['#1a6bc7', '#0f7b8a', '#2f7d4f', '#7a5cc7', '#b0492f', '#a8477f'] },
    public: true,
    check: checkBrand,
  }),
  /** URL of a style sheet from iconfont.cn or a similar service. Menus may use its icons. Pages load it from there. */
  iconfontUrl: setting({
    schema: v.optional(webAddress, ''),
    group: 'brand',
    title: m.config_iconfontUrl,
    tip: m.config_iconfontUrlTip,
    field: place,
    public: true,
    check: checkAddress,
  }),
  /**
   * The types that an organization of each type may stand below; an empty text is the top of the tree. Forms, lists and
   * imports warn about other places.
   */
  organizationParents: setting({
    schema: v.optional(v.record(v.string(), v.array(v.string())), {
      province: [''],
      bureau: ['', 'province'],
      district: ['', 'province', 'bureau'],
      school: ['', 'province', 'bureau', 'district'],
      campus: ['school'],
      class: ['school', 'campus'],
    }),
    group: 'site',
    public: true,
  }),
  terminalPort: setting({ schema: numberSetting(8000), group: 'site' }),
  terminalPackageManager: setting({
    schema: textSetting('pnpm'),
    group: 'site',
  }),
  /** The address of the registry that the terminal's package managers use; empty for that of the machine. */
  terminalRegistry: setting({
    schema: textSetting(),
    group: 'site',
    title: m.config_terminalRegistry,
    tip: m.config_terminalRegistryTip,
    field: place,
    check: checkRegistry,
    offered: (env) => env.TERMINAL,
  }),
  /** The texts of the pages /terms and /privacy. What is stored here is the version in force. */
  termsText: setting({
    schema: localized({ 'zh-cn': '', en: '' }),
    group: 'legal',
    title: m.config_termsText,
    tip: m.config_termsTextTip,
    field: { type: 'text', multiline: true, max: 100_000, wide: true },
    perLanguage: true,
  }),
  privacyText: setting({
    schema: localized({ 'zh-cn': '', en: '' }),
    group: 'legal',
    title: m.config_privacyText,
    tip: m.config_privacyTextTip,
    field: { type: 'text', multiline: true, max: 100_000, wide: true },
    perLanguage: true,
  }),
  /** Where the module store looks for modules besides those of the product: a folder of the server, or an address. */
  moduleIndex: setting({
    schema: v.optional(v.string(), ''),
    group: 'site',
    title: m.config_moduleIndex,
    tip: m.config_moduleIndexTip,
    field: { type: 'text', max: 500, wide: true },
    check: (value) => (/^($|\/|https:\/\/[^/]+\/)/.test(value) ? undefined : m.config_moduleIndexWrong()),
  }),
  /** The keys whose modules are installed: 32 bytes of Ed25519 in Base64. The module store edits them. */
  moduleKeys: setting({
    schema: v.optional(v.array(v.strictObject({ name: v.string(), key: v.string() })), []),
    group: 'site',
  }),
  /** Groups that the site has added: their name and title. */
  configGroups: setting({
    schema: v.optional(v.array(v.strictObject({ name: v.string(), title: v.string(), titleEn: v.string() })), []),
    group: 'site',
  }),
}
