import type { memberGroup } from '#src/db/identity.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description } from '#src/resource/description.ts'

/** A group with its rules, and how many members it has. A switch is 1 or 0, although its column is boolean. */
export type MemberGroupRow = Omit<typeof memberGroup.$inferSelect, 'everything' | 'forNew'> & {
  everything: number
  forNew: number
  ruleIds: number[]
  memberCount: number
  ruleCount: number
}

export const memberGroupDescription = {
  key: 'member-group',
  menu: 'user/group',
  title: m.memberGroup_title,
  plural: m.menu_memberGroup,
  rowTitle: 'name',
  fields: [
    { name: 'name', type: 'text', label: m.memberGroup_name, required: true, max: 50 },
    { name: 'memberCount', type: 'integer', label: m.memberGroup_memberCount, readOnly: true, list: { width: 96 } },
    { name: 'ruleCount', type: 'integer', label: m.memberGroup_ruleCount, readOnly: true, list: { width: 110 } },
    {
      name: 'forNew',
      type: 'switch',
      label: m.memberGroup_forNew,
      help: m.memberGroup_forNewHelp,
      default: 0,
      list: { width: 140 },
    },
    { name: 'status', type: 'switch', label: m.memberGroup_status, bulk: true, list: { inline: true } },
    {
      name: 'everything',
      type: 'switch',
      label: m.memberGroup_everything,
      help: m.memberGroup_everythingHelp,
      default: 0,
      wide: true,
      list: { hidden: true, width: 110 },
    },
    {
      name: 'ruleIds',
      type: 'relation',
      label: m.memberGroup_ruleIds,
      resource: 'member-rule',
      multiple: true,
      tree: true,
      look: 'checkboxes',
      checked: 'withParents',
      wide: true,
      noFilter: true,
      showWhen: { field: 'everything', in: [0] },
      list: { never: true, unread: true },
    },
    { name: 'note', type: 'text', label: m.memberGroup_note, max: 500, multiline: true, list: { hidden: true } },
  ],
  quickSearch: ['name', 'note'],
  sorts: ['name', 'status', 'createTime', 'updateTime'],
  defaultOrder: 'id,asc',
  form: { size: 'lg' },
} as const satisfies Description<MemberGroupRow>

type Written = Exclude<(typeof memberGroupDescription.fields)[number], { readOnly: true }>['name']

/** The fields that the form of a group edits. */
export type MemberGroupForm = Pick<MemberGroupRow, Written>

/** A row as the list answers it. */
export type MemberGroupListRow = Omit<MemberGroupRow, 'ruleIds'> & { ruleIds?: number[] }
