import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'

/** A reward as its page shows it to whoever collects it. */
export type OwnReward = AnswerOf<Endpoints['showReward']>
