import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { id } from '#src/lib/number-rules.ts'
import type { Description } from '#src/resource/description.ts'
import { labelText } from '#src/resource/label.ts'
import { writeNodes } from '../openapi/bulk-history.openapi.server.ts'
import type { Operation } from '../openapi/operation.server.ts'
import { encodingBody, forgetBody, importQueries } from './import-queries.server.ts'
import { checkBody, previewBody, runBody, undoBody } from './plan.server.ts'
import { previewSchema } from './preview.server.ts'
import { reportRowsSchema, reportSchema } from './report.server.ts'
import { importViewSchema } from './view.server.ts'

/** The OpenAPI operations of a resource's import endpoints. */
export function importOperations(description: Description): Operation[] {
  const { key, title } = description
  const base = `/adminApi/${key}`
  const name = () => ({ title: labelText(title) })
  const common = { tag: 'resource', security: 'admin', node: writeNodes(description) } as const
  const json = (schema: v.GenericSchema) => ({ type: 'application/json', schema }) as const
  const job = v.object({ job: v.number() })
  return [
    {
      ...common,
      method: 'post',
      path: `${base}/import`,
      summary: () => m.call_import(name()),
      query: importQueries.upload.entries,
      errors: [413, 422],
      answer: importViewSchema,
      body: { type: 'application/octet-stream', schema: v.string() },
    },
    {
      ...common,
      method: 'get',
      path: `${base}/importView`,
      summary: () => m.call_importView(name()),
      query: importQueries.view.entries,
      errors: [404, 422],
      answer: importViewSchema,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/importPreview`,
      summary: () => m.call_importPreview(name()),
      body: json(previewBody),
      errors: [404, 422],
      answer: previewSchema,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/importCheck`,
      summary: () => m.call_importCheck(name()),
      body: json(checkBody),
      errors: [404, 422],
      answer: job,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/importRun`,
      summary: () => m.call_importRun(name()),
      body: json(runBody),
      errors: [404, 409, 422],
      answer: job,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/importUndo`,
      summary: () => m.call_importUndo(name()),
      body: json(undoBody),
      errors: [404, 409, 422],
      answer: job,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/importEncoding`,
      summary: () => m.call_importEncoding(name()),
      body: json(encodingBody),
      errors: [404, 409, 422],
      answer: importViewSchema,
    },
    {
      ...common,
      method: 'post',
      path: `${base}/importForget`,
      summary: () => m.call_importForget(name()),
      body: json(forgetBody),
      errors: [422],
      answer: v.null(),
    },
    {
      ...common,
      method: 'get',
      path: `${base}/importReport`,
      summary: () => m.call_importReport(name()),
      query: importQueries.report.entries,
      errors: [404],
      answer: reportSchema,
    },
    {
      ...common,
      method: 'get',
      path: `${base}/importRows`,
      summary: () => m.call_importRows(name()),
      query: importQueries.rows.entries,
      errors: [404],
      answer: reportRowsSchema,
    },
    {
      ...common,
      method: 'get',
      path: `${base}/template`,
      summary: () => m.call_importTemplate(name()),
      answer: v.string(),
      bare: 'application/octet-stream',
    },
    {
      ...common,
      method: 'get',
      path: `${base}/download/{id}`,
      summary: () => m.call_importDownload(name()),
      segments: { id },
      query: importQueries.download.entries,
      errors: [404],
      answer: v.string(),
      bare: 'application/octet-stream',
    },
  ]
}
