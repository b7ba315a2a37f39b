import { largestPicture } from '../../src/cli/commands/pictures-import.ts'
import { mostBytes as contentBytes } from '../../src/cli/commands/content-import.ts'
import { mostRows } from '../../src/contract/katalog-datei.ts'
import { largestBankFile } from '../../src/domain/bank-line.ts'
import { largestClaimFile } from '../../src/domain/claim.ts'
import { largestOrderFile, mostOrderLines } from '../../src/domain/order-file.ts'
import { largestVoucherFile, mostVoucherLines } from '../../src/domain/voucher-pool.ts'
import { largestLogo, logoLimits } from '../../src/server/agency/master-data.ts'
import { mostLines as employeeLines } from '../../src/server/agency/read-employee-file.ts'
import { largestPhoto, photoLimits } from '../../src/server/catalogue/import-agents.ts'
import { timeoutMs as matomoMs } from '../../src/server/gateways/analytics/matomo.ts'
import {
  maxBytes as xmlBytes,
  maxTags,
} from '../../src/server/gateways/bank-files/parse-bank-xml.ts'
import {
  mostBytes as bankBytes,
  mostFiles,
} from '../../src/server/gateways/bank-files/unpack-bank-files.ts'
import {
  mostBytes as squidexBytes,
  requestMs,
} from '../../src/server/gateways/content/squidex/squidex-client.ts'
import { timeoutMs as checkMs } from '../../src/server/gateways/customer-numbers/ask-provider.ts'
import { mostUnpacked } from '../../src/server/gateways/documents/check-pdf.ts'
import { mostPixels, pictureTurns } from '../../src/server/gateways/pictures/resize-picture.ts'
import {
  mostBytes as feedBytes,
  timeoutMs as feedMs,
} from '../../src/server/gateways/product-feeds/fetch-feed.ts'
import {
  maxBytes as providerBytes,
  timeoutMs as providerMs,
} from '../../src/server/gateways/single-sign-on/sign-on-provider.ts'
import {
  maxBytes as voucherBytes,
  timeoutMs as voucherMs,
} from '../../src/server/gateways/vouchers/tremendous.ts'
import {
  largest as tenantPicture,
  mostPixels as tenantPixels,
} from '../../src/server/operator/tenant-pictures.ts'
import { pdfTurns, photo } from '../../src/server/order/read-claim-file.ts'
import { formLimit, mostParts } from '../../src/server/pages/register-pages.ts'
import { bodyLimit, bodyLimits } from '../../src/server/base/body-limits.ts'
import { serviceTurns } from '../../src/server/content/keep-pictures.ts'
import { atOnce as jobsAtOnce } from '../../src/server/jobs/boss.ts'
import { code, many, size, table } from './table.ts'

const pixels = (count: number) => `${count / 1e6} megapixels`
const side = ({ side }: { side: number }) => `${many(side)} a side`
const anew = 'drawn anew without metadata; what is no picture is refused'
const lines =
  'read as text into fields of a schema; nothing of the file is kept or served as it came'

export const uploads = () =>
  table(
    ['file', 'by whom', 'kinds', 'size', 'unpacked', 'what becomes of it'],
    [
      [
        'Proof of a claim',
        'referrers, contacts',
        'PDF, JPEG, PNG, WebP',
        size(largestClaimFile),
        `${size(mostUnpacked)} of a PDF; ${pixels(photo.pixels)}, ${side(photo)}`,
        `pictures: ${anew}; PDF: refused if it is encrypted, runs something or carries a file; people get it as a download`,
      ],
      [
        'Logo',
        'owners of agencies',
        'PNG, JPEG, WebP',
        size(largestLogo),
        `${pixels(logoLimits.pixels)}, ${side(logoLimits)}`,
        anew,
      ],
      [
        'Users',
        'owners of agencies',
        'CSV',
        size(bodyLimits['importEmployees'] ?? bodyLimit),
        `${many(employeeLines)} lines`,
        lines,
      ],
      [
        'Orders',
        'operators',
        'CSV',
        size(largestOrderFile),
        `${many(mostOrderLines)} lines`,
        'checked first; kept until it is decided, shown as a download',
      ],
      [
        'Voucher codes',
        'operators',
        'CSV',
        size(largestVoucherFile),
        `${many(mostVoucherLines)} lines`,
        'codes are sealed; the file is not kept',
      ],
      [
        'Bank’s file',
        'operators',
        'XML (pain.002, camt.052–054), zip of them',
        size(largestBankFile),
        `${size(bankBytes)} and ${mostFiles} files of a zip, no zip in it; ${size(xmlBytes)} and ${many(maxTags)} tags of an XML`,
        'no document type, no entities; sealed until its job ends',
      ],
      [
        'Bank’s file, by the folder or the command line',
        'the installation',
        'the same',
        size(bankBytes),
        'the same',
        'the same',
      ],
      [
        'Tenant file with pictures',
        'operators',
        'JSON; PNG, JPEG, WebP in it',
        size(bodyLimits['saveSettings'] ?? bodyLimit),
        `${size(tenantPicture)} a picture; ${pixels(tenantPixels.pixels)}, ${side(tenantPixels)}`,
        `a schema without unknown fields; pictures: ${anew}`,
      ],
      [
        'Picture for content',
        'the command line',
        'JPEG, PNG, WebP, AVIF, GIF',
        size(largestPicture),
        `${pixels(mostPixels.other)}, AVIF ${pixels(mostPixels.avif)}`,
        'kept as it came, and never served so: each size is drawn from it',
      ],
      [
        'Photo of an agent',
        'the command line',
        'JPEG, PNG, WebP',
        size(largestPhoto),
        `${pixels(photoLimits.pixels)}, ${side(photoLimits)}`,
        anew,
      ],
      [
        'Catalogue',
        'the command line',
        'CSV, JSON',
        'of the machine',
        `${many(mostRows)} products`,
        'a schema; what takes too many products off is held back',
      ],
      [
        'Content',
        'the command line',
        'JSON',
        size(contentBytes),
        'the same',
        'a schema; HTML is cleaned',
      ],
    ],
  )

/** Work of which a process does a few at a time. */
export const turns = () =>
  table(
    ['in one process', 'at once', 'waiting, before others are refused'],
    [
      ['pictures drawn', pictureTurns.all.atOnce, pictureTurns.all.waiting],
      ['of these with AVIF', pictureTurns.avif.atOnce, pictureTurns.avif.waiting],
      ['PDFs of claims looked into', pdfTurns.atOnce, pdfTurns.waiting],
      ['pictures asked of a tenant’s content service', serviceTurns.atOnce, serviceTurns.waiting],
      ['jobs of a kind', jobsAtOnce, 'all, in the database'],
    ],
  )

/** The largest bodies of calls, and of pages' forms. */
export const bodies = () =>
  table(
    ['call', 'body at most'],
    [
      ['all others', size(bodyLimit)],
      ...Object.entries(bodyLimits).map(([name, bytes]) => [code(name), size(bytes ?? bodyLimit)]),
      ['form of a page with a file', `${size(formLimit)}, ${mostParts} parts`],
    ],
  )

const seconds = (ms: number) => `${ms / 1000} s`

/** Whom the app asks, with what time and how much of an answer it takes. */
export const answers = () =>
  table(
    ['asked', 'time', 'answer at most'],
    [
      ['product feed', `${seconds(feedMs)} for all pages`, `${size(feedBytes)} for all pages`],
      ['content service (Squidex)', `${seconds(requestMs)} a request`, size(squidexBytes)],
      [
        'agencies’ and operators’ log-in (OpenID Connect)',
        seconds(providerMs),
        size(providerBytes),
      ],
      ['vouchers (Tremendous)', seconds(voucherMs), size(voucherBytes)],
      ['Matomo', seconds(matomoMs), 'its status alone'],
      ['check of customer numbers', seconds(checkMs), 'its status alone'],
    ],
  )
