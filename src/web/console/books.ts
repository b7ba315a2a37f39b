import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'

export type Books = AnswerOf<Endpoints['showBooks']>
