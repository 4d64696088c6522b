import { crud } from '#src/server/crud/crud.server.ts'
import { scoreResource } from './score-resource.ts'

// Registers the scores in a process for background work.

crud(scoreResource({}))
