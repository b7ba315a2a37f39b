import type { z } from 'zod'
import type { Action, Subject } from '../domain/abilities.ts'
import type { OperatorAction, OperatorSubject } from '../domain/operator-abilities.ts'
import type { ErrorName } from '../domain/errors.ts'

/** Who may call an endpoint; `anyone` is the only one without token. test/walk-routes.test.ts tries every pair. */
export type Caller =
  | 'anyone'
  | 'referrer' // a referrer's session (bearer or cookie)
  | 'recipient' // recipient token as bearer
  | 'reward' // reward token as bearer
  | 'agency' // an agency user's session (bearer or cookie); `needs`: required permission
  | 'sales-partner' // a sales partner's session (bearer or cookie)
  | 'api-key'
  | 'operator' // an operator's session or token; `needs`: required permission
  | 'referrer-or-reward'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  name: string // unique camelCase verb-noun, the OpenAPI operation id
  method: Method
  path: string // below /api/v1/:tenant
  summary: string
  caller: Caller
  needs?: readonly [Action, Subject] | readonly [OperatorAction, OperatorSubject] // permission for agency users and operators
  console?: 'platform' | 'any' // on the console's host alone, at the platform's own code, or at a tenant's as well
  asksProof?: boolean // moves money, grants rights or gives somebody's whole file: an operator's passkey, at most 5 minutes old
  params?: Params
  query?: Query
  body?: Body
  documentedBody?: z.ZodType // for OpenAPI, if the handler validates parts itself
  answer?: Answer // of the success status; absent: no content or redirect
  file?: string // media type of a file answer
  status?: number // success status, default 200
  errors: ErrorName[] // beside general ones (technical, unavailable, validation, unknown tenant, too many requests)
  byMailProgram?: boolean // sent by mail programs: no X-Requested-With, any body, unread
  asksPassword?: boolean // money: sessions by mailed link need the password first
  openWithoutPasskey?: boolean // also for a session that has to make a passkey first
  idempotent?: boolean // accepts Idempotency-Key: POSTs that create
}

export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUndefined,
>(value: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return value
}

type Parts = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; answer?: z.ZodType }
type Output<E extends Parts, Part extends keyof Parts> = z.output<NonNullable<E[Part]>>

export type ParamsOf<E extends Parts> = Output<E, 'params'>
export type QueryOf<E extends Parts> = Output<E, 'query'>
export type BodyOf<E extends Parts> = Output<E, 'body'>
export type AnswerOf<E extends Parts> = Output<E, 'answer'>
