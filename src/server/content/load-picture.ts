import { createHash } from 'node:crypto'
import { largestWidth, type PictureKind } from '../../contract/picture-path.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { findAgentPhoto } from '../catalogue/agent-store.ts'
import { drawInitials } from '../catalogue/draw-initials.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import type { ContentDeps } from '../gateways/content/content-source.ts'
import { fetchAsset } from '../gateways/content/fetch-asset.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { findPicture } from './picture-store.ts'

/** The original picture. `drawn`: our own SVG, which fits every size. */
export type OriginalPicture =
  | { version: string; bytes: Uint8Array }
  | { version: string; drawn: string }

const versionOf = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 16)

/** Calls the content service, through breaker and queue. */
export type AskService = <T>(work: () => Promise<T>) => Promise<T>

/** An error of this asset only: the service is well. */
export const isAboutAsset = (error: unknown): error is OutsideError =>
  error instanceof OutsideError && (error.kind === 'wrong-type' || error.kind === 'too-large')

/**
 * Loads a picture, or null. An id is never an address: it leads only to the tenant's tables or its content service's asset.
 * @throws OutsideError for a bad answer or no picture (isAboutAsset)
 */
export async function loadPicture(
  deps: ContentDeps,
  tenant: Tenant,
  kind: PictureKind,
  id: string,
  askService: AskService,
): Promise<OriginalPicture | null> {
  if (kind === 'berater') return loadAgent(deps, tenant, id)
  const stored = await withTenant(deps.db, tenant.code, (tx) => findPicture(tx, tenant.code, id))
  if (stored) return { version: versionOf(stored), bytes: stored }
  if (!tenant.contentService) return null
  const asset = await askService(() =>
    fetchAsset(deps, tenant, id, { width: largestWidth }).catch((error: unknown) => {
      if (isAboutAsset(error)) return error
      throw error
    }),
  )
  if (asset instanceof OutsideError) throw asset
  return asset && { version: versionOf(asset.bytes), bytes: asset.bytes }
}

async function loadAgent(
  deps: Pick<Deps, 'db'>,
  tenant: Tenant,
  id: string,
): Promise<OriginalPicture | null> {
  if (!tenant.agentReferral) return null
  const agent = await withTenant(deps.db, tenant.code, (tx) => findAgentPhoto(tx, tenant.code, id))
  if (!agent) return null
  if (agent.photo) return { version: versionOf(agent.photo), bytes: agent.photo }
  const drawn = drawInitials(agent, tenant.theme)
  return { version: versionOf(drawn), drawn }
}
