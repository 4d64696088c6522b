import {
  announcement,
  announcementGroup,
  announcementOrganization,
  announcementRole,
} from '#src/db/notice.table.server.ts'
import { memberGroupMany } from '#src/features/member-rights/member-group.relation.server.ts'
import { organizationMany } from '#src/features/org/organization.relation.server.ts'
import { roleMany } from '#src/features/roles/role.relation.server.ts'
import { compileResource } from '#src/server/crud/compile-resource.server.ts'
import { crud } from '#src/server/crud/crud.server.ts'
import { ownedIds } from '#src/server/crud/owns.server.ts'
import { announcementErrors, announcementScope } from './announcement.rules.server.ts'
import { announcementDescription } from './announcement.schema.ts'

/** What is said to many accounts. */
export const announcementResource = compileResource({
  description: announcementDescription,
  table: announcement,
  scope: announcementScope,
  owns: [
    ownedIds('roleIds', announcementRole.announcementId, announcementRole.roleId),
    ownedIds('organizationIds', announcementOrganization.announcementId, announcementOrganization.organizationId),
    ownedIds('groupIds', announcementGroup.announcementId, announcementGroup.groupId),
  ],
  relations: { roleIds: roleMany, organizationIds: organizationMany, groupIds: memberGroupMany },
  check: announcementErrors,
})

export const announcementApi = crud(announcementResource)
