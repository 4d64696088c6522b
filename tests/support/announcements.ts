import type { Caller } from './api.ts'

/** Publishes an announcement to the staff, or what the values say. */
export const publish = (call: Caller, values: Record<string, unknown> = {}) =>
  call('POST', '/adminApi/announcement/add', {
    title: 'Hello',
    content: 'The text',
    audience: 'staff',
    roleIds: [],
    organizationIds: [],
    status: 'published',
    ...values,
  })
