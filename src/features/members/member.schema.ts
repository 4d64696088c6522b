import {
  emailField,
  factorField,
  lastLoginTimeField,
  passwordField,
  phoneField,
  statusField,
  usernameField,
} from '#src/features/accounts/account-fields.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { genders } from '#src/lib/genders.ts'
import type { Description } from '#src/resource/description.ts'
import type { MemberRow } from './member.row.ts'

export const memberDescription = {
  key: 'member',
  menu: 'user/user',
  title: m.member_title,
  plural: m.pagesTitle_member,
  rowTitle: 'username',
  fields: [
    usernameField,
    {
      name: 'nickname',
      type: 'text',
      label: m.user_nickname,
      required: true,
      // A file of a school has names alone. Then the name is shown.
      formOnly: true,
      max: 50,
      list: { inline: true, width: 120 },
    },
    {
      name: 'name',
      type: 'text',
      label: m.user_name,
      max: 50,
      rule: 'name',
      list: { inline: true, hidden: true, width: 120 },
    },
    {
      name: 'groupId',
      type: 'relation',
      label: m.member_group,
      resource: 'member-group',
      help: m.member_groupHelp,
      bulk: true,
      list: { width: 120 },
    },
    { name: 'avatar', type: 'image', label: m.user_avatar, readOnly: true, noFilter: true, list: { width: 64 } },
    {
      name: 'gender',
      type: 'select',
      label: m.member_gender,
      options: genders,
      look: 'radio',
      default: 0,
      list: { width: 64 },
    },
    phoneField('user/user/edit'),
    emailField,
    {
      name: 'orgId',
      type: 'relation',
      label: m.user_dept,
      resource: 'organization',
      tree: true,
      bulk: true,
      list: { width: 156 },
    },
    {
      name: 'orgLevelIds',
      type: 'relation',
      label: m.organization_levels,
      resource: 'educate-level',
      multiple: true,
      readOnly: true,
      list: { hidden: true, width: 140 },
    },
    { name: 'birthday', type: 'date', label: m.member_birthday, list: { hidden: true, width: 112 } },
    passwordField,
    { name: 'money', type: 'money', label: m.overview_balance, readOnly: true, list: { width: 108 } },
    { name: 'score', type: 'integer', label: m.overview_points, readOnly: true, list: { width: 92 } },
    {
      name: 'lastLoginIp',
      type: 'text',
      label: m.user_lastLoginIp,
      readOnly: true,
      list: { width: 128 },
    },
    lastLoginTimeField,
    { name: 'joinTime', type: 'datetime', label: m.overview_joinTime, readOnly: true, list: { width: 120 } },
    {
      name: 'closingAsked',
      type: 'datetime',
      label: m.member_closingAsked,
      readOnly: true,
      list: { hidden: true, width: 120 },
    },
    { name: 'closingDue', type: 'datetime', label: m.member_closingDue, readOnly: true, list: { width: 150 } },
    factorField,
    {
      name: 'motto',
      type: 'text',
      label: m.member_motto,
      max: 120,
      multiline: true,
      wide: true,
      list: { hidden: true, width: 200 },
    },
    statusField,
  ],
  quickSearch: ['username', 'nickname', 'name', 'phone', 'id'],
  sorts: ['username', 'nickname', 'name', 'money', 'score', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,desc',
} as const satisfies Description<MemberRow>

type Written = Exclude<(typeof memberDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a member edits. */
export type MemberForm = Pick<MemberRow, Written>
