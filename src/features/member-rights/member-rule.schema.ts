import type { RuleRow } from '#src/features/rules/rule.schema.ts'
import { ruleExtensions, ruleMenuTypes, ruleOrigins } from '#src/features/rules/rule-options.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

export const memberRuleTypes = [
  { value: 'route', label: m.memberRule_type_route, tone: 'warning' },
  { value: 'menu_dir', label: m.memberRule_type_menu_dir, tone: 'neutral' },
  { value: 'menu', label: m.memberRule_type_menu, tone: 'accent' },
  { value: 'nav_user_menu', label: m.memberRule_type_nav_user_menu, tone: 'accent' },
  { value: 'nav', label: m.memberRule_type_nav, tone: 'warning' },
  { value: 'button', label: m.memberRule_type_button, tone: 'success' },
] as const satisfies readonly Option[]

/** A row as the list endpoint returns it. Switches are 1 or 0, although their columns are boolean. */
export type MemberRuleRow = Omit<RuleRow, 'keepalive'> & { noLoginValid: number }

const opens = { field: 'type', in: ['route', 'menu', 'nav_user_menu', 'nav'] } as const

export const memberRuleDescription = {
  key: 'member-rule',
  menu: 'user/rule',
  title: m.memberRule_title,
  plural: m.menu_memberRule,
  // Several entries may have the same title.
  rowTitle: 'name',
  fields: [
    {
      name: 'pid',
      type: 'relation',
      label: m.menuRule_parent,
      resource: 'member-rule',
      help: m.memberRule_parentHelp,
    },
    {
      name: 'type',
      type: 'select',
      label: m.menuRule_type,
      required: true,
      options: memberRuleTypes,
      look: 'radio',
      default: 'menu',
      wide: true,
      list: { width: 130 },
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
      help: m.memberRule_nameHelp,
      list: { width: 330 },
    },
    { name: 'zhTitle', type: 'text', label: m.menuRule_zhTitle, readOnly: true, list: { hidden: true } },
    { name: 'enTitle', type: 'text', label: m.menuRule_enTitle, readOnly: true, list: { hidden: true } },
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
      showWhen: opens,
      list: { hidden: true, width: 110 },
    },
    {
      name: 'path',
      type: 'text',
      label: m.menuRule_path,
      max: 100,
      help: m.memberRule_pathHelp,
      showWhen: { field: 'type', notIn: ['button'] },
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
      label: m.memberRule_component,
      max: 100,
      help: m.memberRule_componentHelp,
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
      showWhen: { field: 'type', notIn: ['button', 'route'] },
      list: { hidden: true },
    },
    {
      name: 'noLoginValid',
      type: 'switch',
      label: m.memberRule_noLoginValid,
      help: m.memberRule_noLoginValidHelp,
      default: 0,
      showWhen: { field: 'type', in: ['route', 'nav', 'button'] },
      list: { width: 120 },
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
} as const satisfies Description<MemberRuleRow>

/** The fields that the form of a rule edits. */
export type MemberRuleForm = Pick<
  MemberRuleRow,
  Exclude<(typeof memberRuleDescription.fields)[number]['name'], 'zhTitle' | 'enTitle' | 'titles' | 'origin'>
>
