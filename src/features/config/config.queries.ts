import { queryOptions } from '@tanstack/react-query'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { deleting, getting, posting } from '#src/crud/calls/endpoint-calls.ts'
import type { AnswerOf } from '#src/server/endpoint/call-types.ts'
import type { configEndpoints } from './config.api.server.ts'

const screen = getting<typeof configEndpoints.index>('/adminApi/config/index')
const history = getting<typeof configEndpoints.history>('/adminApi/config/history')
const deleted = getting<typeof configEndpoints.deleted>('/adminApi/config/deleted')
const choices = getting<typeof configEndpoints.choices>('/adminApi/config/choices')

/** The calls of the configuration. */
export const configCalls = {
  save: posting<typeof configEndpoints.edit>('/adminApi/config/edit'),
  add: posting<typeof configEndpoints.add>('/adminApi/config/add'),
  remove: deleting<typeof configEndpoints.del>('/adminApi/config/del'),
  addGroup: posting<typeof configEndpoints.addGroup>('/adminApi/config/addGroup'),
  delGroup: posting<typeof configEndpoints.delGroup>('/adminApi/config/delGroup'),
  undo: posting<typeof configEndpoints.undo>('/adminApi/config/undo'),
  exported: getting<typeof configEndpoints.export>('/adminApi/config/export'),
  compare: posting<typeof configEndpoints.compare>('/adminApi/config/compare'),
  takeOver: posting<typeof configEndpoints.import>('/adminApi/config/import'),
  testMail: posting<typeof configEndpoints.testMail>('/adminApi/config/testMail'),
}

export type ConfigScreen = AnswerOf<typeof configEndpoints.index>
export type ConfigGroup = ConfigScreen['groups'][number]
export type ConfigItem = ConfigGroup['items'][number]
export type ItemChange = AnswerOf<typeof configEndpoints.history>['list'][number]
export type ConfigComparison = AnswerOf<typeof configEndpoints.compare>

const CONFIG = 'config'

/** The groups with their items. An editor always starts from what is stored now. */
export const configQuery = queryOptions({
  queryKey: [CONFIG, 'screen'],
  queryFn: ({ signal }) => screen({}, signal),
  staleTime: 0,
})

/** The changes of one item, newest first. */
export const itemHistoryQuery = (name: string) =>
  queryOptions({
    queryKey: [CONFIG, 'history', name],
    queryFn: ({ signal }) => history({ name }, signal),
    staleTime: 0,
  })

/** The deleted items that can come back. */
export const deletedItemsQuery = queryOptions({
  queryKey: [CONFIG, 'deleted'],
  queryFn: ({ signal }) => deleted({}, signal),
  staleTime: 0,
})

/** The records of a resource that an item can name. */
export function recordChoices(resource: string): ChoiceSource {
  return {
    key: [CONFIG, 'choices', resource],
    load: ({ quickSearch, page }, signal) => choices({ resource, quickSearch, page, 'values[]': [] }, signal),
    names: async (values, signal) =>
      (await choices({ resource, quickSearch: '', page: 1, 'values[]': values.map(Number) }, signal)).list,
  }
}
