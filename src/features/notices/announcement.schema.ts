import type { AnnouncementTableRow } from '#src/db/notice.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Description, Option } from '#src/resource/description.ts'

type Audience = Option & { readonly value: AnnouncementTableRow['audience'] }
type State = Option & { readonly value: AnnouncementTableRow['status'] }

/** The kinds of readers. */
export const audienceOptions = [
  { value: 'staff', label: m.announcement_audience_staff },
  { value: 'members', label: m.announcement_audience_members },
  { value: 'roles', label: m.announcement_audience_roles },
  { value: 'organizations', label: m.announcement_audience_organizations },
  { value: 'groups', label: m.announcement_audience_groups },
] as const satisfies readonly Audience[]

const stateOptions = [
  { value: 'draft', label: m.announcement_status_draft, tone: 'neutral' },
  { value: 'published', label: m.announcement_status_published, tone: 'success' },
] as const satisfies readonly State[]

export const announcementDescription = {
  key: 'announcement',
  menu: 'routine/announcement',
  title: m.announcement_title,
  plural: m.menu_announcement,
  rowTitle: 'title',
  fields: [
    { name: 'title', type: 'text', label: m.announcement_heading, required: true, max: 100, list: { width: 240 } },
    {
      name: 'content',
      type: 'text',
      label: m.announcement_content,
      required: true,
      max: 5000,
      multiline: true,
      list: { hidden: true, width: 320 },
    },
    {
      name: 'audience',
      type: 'select',
      label: m.announcement_audience,
      required: true,
      options: audienceOptions,
      default: 'organizations',
      help: m.announcement_audienceHelp,
      list: { render: 'text', width: 160 },
    },
    {
      name: 'roleIds',
      type: 'relation',
      label: m.announcement_roleIds,
      resource: 'role',
      multiple: true,
      required: true,
      showWhen: { field: 'audience', in: ['roles'] },
      wide: true,
      list: { hidden: true, width: 200 },
    },
    {
      name: 'organizationIds',
      type: 'relation',
      label: m.announcement_organizationIds,
      resource: 'organization',
      multiple: true,
      tree: true,
      look: 'checkboxes',
      checked: 'branches',
      required: true,
      help: m.announcement_organizationsHelp,
      showWhen: { field: 'audience', in: ['organizations'] },
      wide: true,
      list: { hidden: true, width: 240 },
    },
    {
      name: 'groupIds',
      type: 'relation',
      label: m.announcement_groupIds,
      resource: 'member-group',
      multiple: true,
      required: true,
      help: m.announcement_groupsHelp,
      showWhen: { field: 'audience', in: ['groups'] },
      wide: true,
      list: { hidden: true, width: 200 },
    },
    { name: 'fromTime', type: 'datetime', label: m.announcement_fromTime, help: m.announcement_fromHelp },
    { name: 'untilTime', type: 'datetime', label: m.announcement_untilTime, help: m.announcement_untilHelp },
    {
      name: 'status',
      type: 'select',
      label: m.announcement_status,
      required: true,
      options: stateOptions,
      default: 'draft',
      bulk: true,
      list: { width: 104 },
    },
  ],
  quickSearch: ['title', 'content'],
  sorts: ['title', 'status', 'fromTime', 'untilTime', 'createTime', 'updateTime'],
  defaultOrder: 'createTime,desc',
} as const satisfies Description<AnnouncementRow>

/** An announcement with the lists of those whom it is for. */
export type AnnouncementRow = AnnouncementTableRow & {
  roleIds: number[]
  organizationIds: number[]
  groupIds: number[]
}

/** The fields that the form of an announcement edits. */
export type AnnouncementForm = Pick<AnnouncementRow, (typeof announcementDescription.fields)[number]['name']>
