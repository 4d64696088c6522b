import type { Db } from '#src/db/client.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Label } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import { allResources } from '#src/server/crud/resource-registry.server.ts'
import { loadRows } from '#src/server/settings/own-items.server.ts'
import { isSettingName, settings } from '#src/server/settings/registry.server.ts'
import { type SiteSettingGroup, settingGroups } from '#src/server/settings/setting.ts'
import { defaultsOf, formValuesOf, type Item, itemsOf, plainField } from './config-items.server.ts'
import { ownGroups } from './config-own.server.ts'
import { configVersion, mayChange } from './config-save.server.ts'

const titles: Record<SiteSettingGroup, typeof m.config_groupSite> = {
  site: m.config_groupSite,
  brand: m.config_groupBrand,
  access: m.config_groupAccess,
  signIn: m.config_groupSignIn,
  password: m.config_groupPassword,
  member: m.config_groupMember,
  upload: m.config_groupUpload,
  mail: m.config_groupMail,
  sms: m.config_groupSms,
  retention: m.config_groupRetention,
  log: m.config_groupLog,
  legal: m.config_groupLegal,
}

/** What the screen shows: the groups with their items, without any secret. */
export async function configScreen(db: Db, actor: Actor) {
  // The version is read first: a change in between then counts as a later one.
  const version = await configVersion(db)
  const items = itemsOf(await loadRows(db))
  const builtIn = settingGroups.map((name) => ({
    name: name as string,
    title: inBoth(titles[name]),
    own: false,
  }))
  const own = (await ownGroups(db)).map(({ name, title, titleEn }) => ({
    name,
    title: { 'zh-cn': title, en: titleEn || title },
    own: true,
  }))
  const groups = [...builtIn, ...own].map((group) => ({
    ...group,
    items: items.filter((item) => item.group === group.name).map(shown),
  }))
  const resources = (await allResources(db)).map(({ resource: { description } }) => ({
    key: description.key,
    title: inBoth(description.plural ?? description.title),
  }))
  return { groups, resources, version, mayChange: mayChange(actor) }
}

const inBoth = (label: Label) => ({ 'zh-cn': labelText(label, 'zh-cn'), en: labelText(label, 'en') })

function shown(item: Item) {
  return {
    name: item.name,
    id: item.row?.id ?? null,
    fields: item.fields.map(plainField),
    values: formValuesOf(item, item.row?.value),
    defaults: defaultsOf(item),
    secret: item.secret,
    set: item.secret && (item.row?.value ?? '') !== '',
    own: item.own !== undefined,
    public: item.own ? item.own.public : isSettingName(item.name) && settings[item.name].public === true,
    fixed: item.fixed ?? null,
  }
}
