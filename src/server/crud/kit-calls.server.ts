import type { Description } from '#src/resource/description.ts'
import type { ApiContext, ResourceOf } from '../context.server.ts'
import type { Endpoint } from '../endpoint/endpoint.server.ts'
import { exportCall, exportRowsCall } from '../export/export-calls.server.ts'
import {
  checkCall,
  downloadCall,
  encodingCall,
  forgetCall,
  previewCall,
  reportCall,
  reportRowsCall,
  runCall,
  templateCall,
  undoImportCall,
  uploadCall,
  viewCall,
} from '../import/import-calls.server.ts'
import type { Operation } from '../openapi/operation.server.ts'
import { bulkDelCall, bulkEditCall } from './bulk-calls.server.ts'
import { deletedCall, historyCall, restoreCall } from './history-calls.server.ts'
import { type KitCall, kitOf } from './kit-call.server.ts'
import { countCall, indexCall, pageIndexCall, rowCall, selectCall, sumsCall } from './read-calls.server.ts'
import type { RegisteredResource } from './resource-registry.server.ts'
import { usesCall } from './uses-call.server.ts'
import { viewersCall } from './viewers-call.server.ts'
import { addCall, delCall, editCall, pageDelCall, pageSaveCall, sortCall } from './write-calls.server.ts'

/** All calls that the kit has for a resource. */
export const kitCalls: readonly KitCall[] = [
  indexCall,
  rowCall,
  countCall,
  sumsCall,
  selectCall,
  pageIndexCall,
  addCall,
  editCall,
  delCall,
  usesCall,
  viewersCall,
  pageDelCall,
  pageSaveCall,
  bulkEditCall,
  bulkDelCall,
  historyCall,
  deletedCall,
  restoreCall,
  uploadCall,
  viewCall,
  previewCall,
  checkCall,
  runCall,
  undoImportCall,
  encodingCall,
  forgetCall,
  reportCall,
  reportRowsCall,
  templateCall,
  downloadCall,
  exportCall,
  exportRowsCall,
  sortCall,
]

/**
 * The calls that a resource offers, to be mounted and documented.
 * @param resourceOf the resource of a request; its description is this one
 */
export function kitEndpoints(description: Description, resourceOf: ResourceOf): Map<KitCall, Endpoint> {
  const kit = kitOf(description, resourceOf)
  const offered = kitCalls.filter(({ offer }) => kit.offers[offer])
  return new Map(offered.map((call) => [call, call.define(kit)]))
}

/** The descriptions of the kit's calls for a resource. */
export function crudOperations(description: Description): Operation[] {
  return [...kitEndpoints(description, runtimeResourceOf).values()].map(({ operation }) => operation)
}

/** The runtime resource that a request is for. */
export function runtimeResourceOf(c: ApiContext): RegisteredResource {
  const found = c.get('runtimeResource')
  if (!found) throw new Error('The runtime resource was not looked up.')
  return found
}
