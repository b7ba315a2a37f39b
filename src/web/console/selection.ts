import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'

export type Selection = AnswerOf<Endpoints['showSelection']>
