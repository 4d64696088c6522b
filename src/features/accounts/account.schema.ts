import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'
import type { AccountRow } from './account.row.ts'

export const accountStates = [
  { value: 1, label: m.status_enabled, tone: 'success' },
  { value: 0, label: m.account_locked, tone: 'danger' },
] as const satisfies readonly Option[]

export const accountDescription = {
  key: 'user',
  menu: 'user-role/user',
  title: m.user_title,
  plural: m.pagesTitle_user,
  rowTitle: 'username',
  fields: [
    {
      name: 'username',
      type: 'text',
      label: m.user_username,
      required: true,
      max: 15,
      rule: 'account',
      help: m.user_usernameHelp,
      list: { pin: 'start', width: 128 },
    },
    {
      name: 'name',
      type: 'text',
      label: m.user_name,
      required: true,
      max: 50,
      rule: 'name',
      list: { inline: true, width: 120 },
    },
    {
      name: 'nickname',
      type: 'text',
      label: m.user_nickname,
      max: 50,
      list: { inline: true, hidden: true, width: 120 },
    },
    {
      name: 'deptId',
      type: 'relation',
      label: m.user_dept,
      resource: 'organization',
      tree: true,
      bulk: true,
      list: { width: 156 },
    },
    {
      name: 'roleIds',
      type: 'relation',
      label: m.user_roles,
      resource: 'role',
      multiple: true,
      help: m.user_rolesHelp,
      bulk: true,
      list: { width: 150 },
    },
    {
      name: 'phone',
      type: 'text',
      label: m.user_phone,
      max: 30,
      rule: 'phone',
      // Whoever may only look at accounts sees a part of it.
      node: 'user-role/user/edit',
      partly: 'phone',
      list: { inline: true, width: 128 },
    },
    {
      name: 'email',
      type: 'text',
      label: m.user_email,
      max: 100,
      rule: 'email',
      list: { inline: true, hidden: true, width: 180 },
    },
    { name: 'password', type: 'password', label: m.user_password, required: true, formOnly: true },
    {
      name: 'status',
      type: 'select',
      label: m.user_status,
      options: accountStates,
      look: 'radio',
      required: true,
      default: 1,
      bulk: true,
      list: { width: 92 },
    },
    {
      name: 'super',
      type: 'switch',
      label: m.user_super,
      help: m.user_superHelp,
      node: 'super',
      default: 0,
      noImport: true,
      list: { hidden: true, width: 112 },
    },
    { name: 'factor', type: 'switch', label: m.user_factor, readOnly: true, list: { width: 112 } },
    { name: 'lastLoginTime', type: 'datetime', label: m.user_lastLoginTime, readOnly: true, list: { width: 120 } },
    {
      name: 'lastLoginIp',
      type: 'text',
      label: m.user_lastLoginIp,
      readOnly: true,
      list: { hidden: true, width: 128 },
    },
    { name: 'avatar', type: 'image', label: m.user_avatar, readOnly: true, noFilter: true, list: { hidden: true } },
  ],
  quickSearch: ['username', 'nickname', 'name', 'phone'],
  sorts: ['username', 'nickname', 'name', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,desc',
} as const satisfies Description<AccountRow>

type Written = Exclude<(typeof accountDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of an account edits. */
export type AccountForm = Pick<AccountRow, Written>
