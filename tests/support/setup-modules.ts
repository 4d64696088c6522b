import { afterAll } from 'vitest'
import { renewModules } from './modules.ts'

afterAll(renewModules)
