import type { rule } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import { ruleExtensions, ruleMenuTypes, ruleOrigins } from './rule-options.ts'

export const ruleTypes = [
  { value: 'menu_dir', label: m.menuRule_type_menu_dir, tone: 'neutral' },
  { value: 'menu', label: m.menuRule_type_menu, tone: 'accent' },
  { value: 'button', label: m.menuRule_type_button, tone: 'success' },
] as const satisfies readonly Option[]

type Stored = typeof rule.$inferSelect

/** A row as the list endpoint returns it. The switch is 1 or 0, although its column is boolean. */
export type RuleRow = Omit<Stored, 'area' | 'treePath' | 'keepalive' | 'builtIn' | 'noLoginValid'> & {
  keepalive: number
  /** Type and name of built-in rules are fixed. */
  origin: 'builtIn' | 'added'
  /** The title as the menu shows it, in each language. */
  zhTitle: string
  enTitle: string
  /** Both, for the search. */
  titles: string
  childCount?: number
}

export const ruleDescription = {
  key: 'rule',
  menu: 'user-role/rule',
  title: m.menuRule_title,
  plural: m.menu_rule,
  // Many buttons have the same title.
  rowTitle: 'name',
  fields: [
    { name: 'pid', type: 'relation', label: m.menuRule_parent, resource: 'rule', help: m.menuRule_parentHelp },
    {
      name: 'type',
      type: 'select',
      label: m.menuRule_type,
      required: true,
      options: ruleTypes,
      look: 'radio',
      default: 'menu',
      list: { width: 100 },
    },
    {
      name: 'title',
      type: 'text',
      label: m.menuRule_titleText,
      required: true,
      max: 50,
      help: m.menuRule_titleHelp,
      list: { hidden: true },
    },
    {
      name: 'titleEn',
      type: 'text',
      label: m.menuRule_titleEn,
      max: 50,
      help: m.menuRule_titleEnHelp,
      list: { hidden: true },
    },
    {
      name: 'name',
      type: 'text',
      label: m.menuRule_name,
      required: true,
      max: 100,
      help: m.menuRule_nameHelp,
      list: { width: 330 },
    },
    {
      name: 'zhTitle',
      type: 'text',
      label: m.menuRule_zhTitle,
      readOnly: true,
      list: { hidden: true },
    },
    {
      name: 'enTitle',
      type: 'text',
      label: m.menuRule_enTitle,
      readOnly: true,
      list: { hidden: true },
    },
    {
      name: 'titles',
      type: 'text',
      label: m.menuRule_titles,
      readOnly: true,
      noFilter: true,
      list: { never: true, noExport: true },
    },
    {
      name: 'menuType',
      type: 'select',
      label: m.menuRule_menuType,
      required: true,
      options: ruleMenuTypes,
      look: 'radio',
      showWhen: { field: 'type', in: ['menu'] },
      list: { hidden: true, width: 110 },
    },
    {
      name: 'path',
      type: 'text',
      label: m.menuRule_path,
      max: 100,
      help: m.menuRule_pathHelp,
      showWhen: { field: 'type', in: ['menu_dir', 'menu'] },
      list: { width: 180 },
    },
    {
      name: 'url',
      type: 'text',
      label: m.menuRule_url,
      required: true,
      max: 500,
      rule: 'url',
      wide: true,
      showWhen: { field: 'menuType', in: ['link', 'iframe'] },
      list: { hidden: true },
    },
    {
      name: 'component',
      type: 'text',
      label: m.menuRule_component,
      max: 100,
      help: m.menuRule_componentHelp,
      showWhen: { field: 'menuType', in: ['tab'] },
      list: { hidden: true },
    },
    {
      name: 'extend',
      type: 'select',
      label: m.menuRule_extend,
      options: ruleExtensions,
      default: 'none',
      help: m.menuRule_extendHelp,
      showWhen: { field: 'menuType', in: ['tab'] },
      list: { hidden: true },
    },
    {
      name: 'icon',
      type: 'icon',
      label: m.menuRule_icon,
      showWhen: { field: 'type', in: ['menu_dir', 'menu'] },
      list: { hidden: true },
    },
    {
      name: 'keepalive',
      type: 'switch',
      label: m.menuRule_keepalive,
      default: 0,
      help: m.menuRule_keepaliveHelp,
      showWhen: { field: 'menuType', in: ['tab', 'iframe'] },
      list: { hidden: true },
    },
    {
      name: 'weight',
      type: 'integer',
      label: m.menuRule_weight,
      default: 0,
      min: -999_999,
      max: 999_999,
      bulk: true,
      help: m.menuRule_weightHelp,
      list: { hidden: true, width: 90 },
    },
    {
      name: 'origin',
      type: 'select',
      label: m.menuRule_origin,
      readOnly: true,
      options: ruleOrigins,
      list: { width: 90, render: 'text' },
    },
    { name: 'status', type: 'switch', label: m.menuRule_status, bulk: true, list: { inline: true, width: 90 } },
    {
      name: 'remark',
      type: 'text',
      label: m.menuRule_remark,
      max: 255,
      multiline: true,
      bulk: true,
      wide: true,
      list: { hidden: true },
    },
  ],
  quickSearch: ['name', 'titles'],
  sorts: ['status', 'createTime', 'updateTime'],
  defaultOrder: 'id,asc',
  tree: true,
  sortable: true,
  sortFirst: 'weight',
  form: { size: 'lg' },
} as const satisfies Description<RuleRow>

/** The fields that the form of a rule edits. */
export type RuleForm = Pick<
  RuleRow,
  Exclude<(typeof ruleDescription.fields)[number]['name'], 'zhTitle' | 'enTitle' | 'titles' | 'origin'>
>
