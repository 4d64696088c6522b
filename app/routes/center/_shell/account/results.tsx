import { createFileRoute } from '@tanstack/react-router'
import { memberRoute } from '../../../../member-route.ts'

export const Route = createFileRoute('/center/_shell/account/results')({ ...memberRoute.results })
