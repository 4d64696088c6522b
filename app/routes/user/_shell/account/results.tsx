import { createFileRoute } from '@tanstack/react-router'
import { memberRoute } from '../../../../member-route.ts'

export const Route = createFileRoute('/user/_shell/account/results')({ ...memberRoute.results })
