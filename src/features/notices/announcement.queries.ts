import { queryOptions } from '@tanstack/react-query'
import { crudClient } from '#src/crud/calls/crud-client.ts'
import { getting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnnouncementForm, AnnouncementRow } from './announcement.schema.ts'
import type { audienceCall } from './audience.api.server.ts'

/** The typed client of announcements. */
export const announcements = {
  ...crudClient<AnnouncementRow, AnnouncementForm>('announcement'),
  /** How many people an announcement would reach. */
  audience: getting<typeof audienceCall>('/adminApi/announcement/audience'),
}

export type Chosen = Parameters<typeof announcements.audience>[0]

/** How many people an announcement would reach now. */
export const audienceQuery = (chosen: Chosen) =>
  queryOptions({
    queryKey: [announcements.key, 'audience', chosen],
    queryFn: ({ signal }) => announcements.audience(chosen, signal),
    staleTime: 0,
    retry: false,
  })
