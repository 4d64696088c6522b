import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'
import type { AccountRow } from './account.row.ts'
import {
  emailField,
  factorField,
  lastLoginTimeField,
  passwordField,
  phoneField,
  statusField,
  usernameField,
} from './account-fields.ts'

export const accountDescription = {
  key: 'user',
  menu: 'user-role/user',
  title: m.user_title,
  plural: m.pagesTitle_user,
  rowTitle: 'username',
  fields: [
    usernameField,
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
    phoneField('user-role/user/edit'),
    emailField,
    passwordField,
    statusField,
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
    factorField,
    lastLoginTimeField,
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
