import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { maxLength, required } from '../ui/form/rules.ts'

export type Settings = AnswerOf<Endpoints['showSettings']>
/** What a change would change; `file`: the whole tenant file it comes from. */
export type Plan = AnswerOf<Endpoints['checkSettings']> & { file: string | null }

export const reasonRules = { reason: [required, maxLength(500)] }
