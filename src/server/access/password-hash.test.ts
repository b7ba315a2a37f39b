;[
  {
    id: 'V1.1.1',
    level: 2,
    line: 'Input decoded once, before any check',
    state: 'met',
    note: 'Fastify decodes paths and bodies once and the zod codecs of the contract read the result; nothing is decoded again after validation, and compressed bodies are refused.',
    where: ['src/contract/read-input.ts', 'test/hostile-input.test.ts'],
    tests: {
      'src/server/app.test.ts': [
        'a compressed body is refused unread, whatever the encoding: 300 of 60 MB each use no memory',
      ],
    },
  },
  {
    id: 'V1.1.2',
    level: 2,
    line: 'Escaping happens last, by the interpreter or right before it',
    state: 'met',
    note: 'React escapes pages and mails, PostgreSQL gets parameters, CSV, XML and JSON in scripts are written by one encoder each at the very end.',
    where: ['src/server/gateways/bank-files/escape-xml.ts'],
    tests: {
      'src/domain/csv.test.ts': ['no exported text starts a formula'],
      'src/web/runtime/hydration.test.ts': [
        'no text of a page can end the script element that carries it',
      ],
    },
  },
  {
    id: 'V1.2.1',
    level: 1,
    line: 'Escaping fits HTML, XML and headers',
    state: 'met',
    note: 'React escapes HTML and attributes, bank and invoice XML have their own escaping, and nothing typed reaches a header.',
    where: [],
    tests: {
      'src/web/mails/render-mail.test.ts': [
        'lets no markup, no second header and no endless name through',
      ],
      'src/server/gateways/invoice-files/write-factur-x.test.ts': [
        'whatever stands on it, the sums are right and the file is well-formed',
      ],
      'src/domain/email.test.ts': ['every accepted address is safe in a mail header'],
    },
  },
  {
    id: 'V1.2.2',
    level: 1,
    line: 'Addresses are built encoded, only safe protocols',
    state: 'met',
    note: 'Links come from one path builder, addresses of settings are https, links in content keep only harmless protocols, and targets after a login stay on the own host.',
    where: [],
    tests: {
      'src/web/runtime/href.test.ts': [
        'a path takes the tenant’s route, and values without a place become the query',
      ],
      'src/server/gateways/content/sanitise.test.ts': [
        'a link to another site tells it nothing and cannot reach back',
        'nothing of it can run: %s',
      ],
    },
  },
  {
    id: 'V1.2.3',
    level: 1,
    line: 'Data inside scripts and JSON is escaped',
    state: 'met',
    note: 'The page state and structured data are written as JSON with every "<" escaped.',
    where: ['src/web/content/faq-data.ts'],
    tests: {
      'src/web/runtime/hydration.test.ts': [
        'no text of a page can end the script element that carries it',
      ],
    },
  },
  {
    id: 'V1.2.4',
    level: 1,
    line: 'Database queries are parameterised',
    state: 'met',
    note: 'All SQL stands in stores through Kysely and its sql tag, which bind every value as a parameter.',
    where: ['test/hostile-input.test.ts'],
    tests: {
      'test/safety.test.ts': ['SQL stands in stores and db alone'],
    },
  },
  {
    id: 'V1.2.5',
    level: 1,
    line: 'No command of the operating system from input',
    state: 'met',
    note: 'Only the supervisor, the demo’s database and the demo’s inbox start processes, with fixed programs and argument lists; the one shell among them has a fixed line and gets a process number.',
    where: ['src/server/db/embedded/run-postmaster.ts'],
    tests: {
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V1.2.6',
    level: 2,
    line: 'No LDAP injection',
    state: 'not-applicable',
    note: 'The product speaks to no directory by LDAP.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V1.2.7',
    level: 2,
    line: 'No XPath injection',
    state: 'not-applicable',
    note: 'Bank files are walked by element name in code; no XPath expression is built from input.',
    where: ['src/server/gateways/bank-files/parse-bank-xml.ts'],
    tests: {},
  },
  {
    id: 'V1.2.8',
    level: 2,
    line: 'No LaTeX injection',
    state: 'not-applicable',
    note: 'No LaTeX processor is used; PDFs are drawn by pdfkit.',
    where: ['src/server/gateways/invoice-files/write-invoice-pdf.ts'],
    tests: {},
  },
  {
    id: 'V1.2.9',
    level: 2,
    line: 'Values in regular expressions are escaped',
    state: 'met',
    note: 'Numbers and routes are escaped with RegExp.escape, and patterns that a tenant sets run in the linear engine RE2.',
    where: ['src/server/pages/count-page.ts', 'src/domain/bank-line.ts'],
    tests: {
      'src/domain/number-pattern.test.ts': [
        'no pattern takes longer for a number that almost fits: a hundred thousand signs are refused at once',
      ],
    },
  },
  {
    id: 'V1.3.1',
    level: 1,
    line: 'Rich text is cleaned by a library',
    state: 'met',
    note: 'HTML of content passes sanitize-html with a list of allowed tags wherever it comes in and before it is shown.',
    where: [],
    tests: {
      'src/server/gateways/content/sanitise.test.ts': [
        'only harmless tags remain, whatever the input, and cleaning twice changes nothing',
        'nothing of it can run: %s',
      ],
    },
  },
  {
    id: 'V1.3.2',
    level: 1,
    line: 'No code is evaluated at run time',
    state: 'met',
    note: 'Neither eval nor new Function occurs in the sources, and the script policy allows no inline code without a nonce. On the server libraries compile schemas and routes of ours, never input.',
    where: ['src/server/app.ts'],
    tests: {
      'src/server/app.test.ts': [
        'what may frame a page, and where fonts come from, is said once and alike by every header',
      ],
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V1.3.3',
    level: 2,
    line: 'What goes to dangerous places is cleaned and cut',
    state: 'met',
    note: 'Mails, headers, SQL, CSV and XML are safe, and names of payees, streets and phones take no unseen or direction characters.',
    where: [],
    tests: {
      'src/contract/fields.test.ts': [
        'every call that takes whose account it is takes it as a payee’s name',
        'no call takes a phone number or a street with signs that nobody sees',
      ],
    },
  },
  {
    id: 'V1.3.4',
    level: 2,
    line: 'Uploaded SVG cannot run anything',
    state: 'met',
    note: 'SVG is accepted nowhere; raster pictures, photos of agents too, are recognised by their bytes and served as our encoder draws them.',
    where: [],
    tests: {
      'src/server/content/pictures.test.ts': ['neither SVG nor text nor half a file is passed on'],
      'src/cli/tenant-pictures.test.ts': [
        'a file that is no picture, an SVG, or a picture with too many pixels is refused',
      ],
      'src/cli/cli-catalogue.test.ts': [
        'agents: written, updated and retired from a file, wrong lines named, pictures checked',
      ],
    },
  },
  {
    id: 'V1.3.5',
    level: 2,
    line: 'Markdown and styles from people are restricted',
    state: 'met',
    note: 'Texts know headings, lists and paragraphs only, colours and lengths of a theme must match a pattern, and HTML is cleaned.',
    where: ['src/server/operator/tenant-file.ts'],
    tests: {
      'src/domain/rich-text.test.ts': [
        'plain markup has headings, lists and paragraphs, whose lines stay together',
      ],
      'src/server/gateways/content/sanitise.test.ts': ['nothing of it can run: %s'],
    },
  },
  {
    id: 'V1.3.6',
    level: 2,
    line: 'The server asks only allowed addresses',
    state: 'met',
    note: 'Outside the demo no address of a private network, this machine or a metadata service is asked, whatever name leads there, unless the installation names the host, for everybody or for its own setting; redirects, sizes and times are limited, and all is https.',
    where: [
      'src/server/gateways/http/where-to-ask.ts',
      'src/server/gateways/http/fetch-limited.ts',
    ],
    tests: {
      'src/server/gateways/http/fetch-limited.test.ts': ['a redirect, wherever it leads'],
      'src/server/gateways/http/where-to-ask.test.ts': [
        'is not asked, by its address or by a name that leads to it, unless the installation names it',
        'is asked for the installation’s own setting that names it, and for no other request',
        'is known in every spelling of its address',
        'nobody off this machine is asked without TLS',
      ],
      'src/server/operator/tenant-file.test.ts': [
        'outside the demo a file names no service of this machine or of a private network, or beside the list',
      ],
    },
  },
  {
    id: 'V1.3.7',
    level: 2,
    line: 'No template is built from input',
    state: 'met',
    note: 'Texts are translated by key, and an own text of a tenant that names other texts is shown as it is.',
    where: [],
    tests: {
      'src/web/runtime/no-nesting.test.ts': [
        'an own text of a page that names other texts, or itself, is shown as it is',
        'an own text of a mail that names other texts, or itself, is sent as it is',
      ],
    },
  },
  {
    id: 'V1.3.8',
    level: 2,
    line: 'No JNDI injection',
    state: 'not-applicable',
    note: 'JNDI belongs to Java; the product runs on Node.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V1.3.9',
    level: 2,
    line: 'No memcache injection',
    state: 'not-applicable',
    note: 'No memcache is used; caches live in the process.',
    where: ['src/server/base/shared-cache.ts'],
    tests: {},
  },
  {
    id: 'V1.3.10',
    level: 2,
    line: 'No format strings from input',
    state: 'not-applicable',
    note: 'JavaScript has no printf with input as its format here; logs are objects written as JSON.',
    where: ['src/server/app.ts'],
    tests: {},
  },
  {
    id: 'V1.3.11',
    level: 2,
    line: 'Nothing typed reaches mail commands',
    state: 'met',
    note: 'Recipients go to the mail library as objects, addresses and subjects allow no line break, and templates may read no files.',
    where: [],
    tests: {
      'src/server/gateways/mail/mail.test.ts': [
        'a recipient with a comma or a line break reaches nobody else',
      ],
      'src/server/content/contact.test.ts': [
        'an answer to the message goes to its sender, in headers that nobody can add to',
        'what could become a header, a link or another recipient is refused',
      ],
    },
  },
  {
    id: 'V1.4.1',
    level: 2,
    line: 'No unsafe memory access',
    state: 'not-applicable',
    note: 'All own code is TypeScript on a managed runtime without pointers or manual buffers.',
    where: ['tsconfig.json'],
    tests: {},
  },
  {
    id: 'V1.4.2',
    level: 2,
    line: 'Numbers stay within their range',
    state: 'met',
    note: 'Amounts are whole cents within safe integers, the contract bounds every number, and the database checks again.',
    where: [],
    tests: {
      'src/domain/money.test.ts': ['no cent is lost or made, whatever the cap, and the cap holds'],
      'test/hostile-input.test.ts': ['deep nesting, prototype keys and huge numbers do no harm'],
    },
  },
  {
    id: 'V1.4.3',
    level: 2,
    line: 'No dangling references',
    state: 'not-applicable',
    note: 'Memory is garbage-collected; connections, streams and processes are closed by their owners.',
    where: [],
    tests: {
      'test/long/pictures.test.ts': ['memory stays bounded over 200 different pictures and sizes'],
    },
  },
  {
    id: 'V1.5.1',
    level: 1,
    line: 'XML parser resolves no entities',
    state: 'met',
    note: 'Bank files with a document type are refused and nothing is expanded or fetched.',
    where: [],
    tests: {
      'src/server/gateways/bank-files/parse-bank-xml.test.ts': [
        'XML entities are never expanded and nothing is fetched, in any encoding',
        'huge and deep files are refused before they cost anything',
      ],
    },
  },
  {
    id: 'V1.5.2',
    level: 2,
    line: 'Untrusted data is read as plain data only',
    state: 'met',
    note: 'JSON, forms, CSV, XML and zip files of XML are read, each against a schema: calls and tenants’ files refuse unknown fields, of a service’s answer the known ones are read. No object is revived from input.',
    where: [],
    tests: {
      'test/hostile-input.test.ts': [
        'deep nesting, prototype keys and huge numbers do no harm',
        'unknown fields are refused with a list that names them',
      ],
      'src/server/gateways/http/read-json.test.ts': [
        '20 MB of brackets or of empty objects are refused before anything is made of them',
      ],
    },
  },
  {
    id: 'V2.1.1',
    level: 1,
    line: 'Rules for each input are documented',
    state: 'met',
    note: 'The contract describes every field of every call and is published as OpenAPI; files are described in a document of their own.',
    where: ['src/contract/openapi.ts', 'docs/file-formats.md'],
    tests: {
      'test/docs-links.test.ts': ['the links of %s lead to files and headings that exist'],
      'test/wire-snapshot.test.ts': ['the wire is as it was'],
    },
  },
  {
    id: 'V2.1.2',
    level: 2,
    line: 'Rules for combined inputs are documented',
    state: 'met',
    note: 'One table has the rules for values that have to fit together, and the file that checks each.',
    where: ['docs/security/limits.md'],
    tests: {},
  },
  {
    id: 'V2.1.3',
    level: 2,
    line: 'Business limits are documented',
    state: 'met',
    note: 'Limits per person, address, tenant, agency, operator and process are tables that the code writes.',
    where: ['docs/security/limits.md', 'scripts/security/limit-tables.ts'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V2.2.1',
    level: 1,
    line: 'Input is checked against expected forms',
    state: 'met',
    note: 'Every call has a strict schema; a payee’s name is one schema in all of them, and phones and streets take no unseen signs.',
    where: [],
    tests: {
      'src/contract/fields.test.ts': [
        'every call that takes whose account it is takes it as a payee’s name',
        'no call takes a phone number or a street with signs that nobody sees',
      ],
    },
  },
  {
    id: 'V2.2.2',
    level: 1,
    line: 'The server checks input itself',
    state: 'met',
    note: 'Every call is decoded by the contract on the server; pages send the same calls, and forms work without script.',
    where: [],
    tests: {
      'test/hostile-input.test.ts': ['unknown fields are refused with a list that names them'],
      'test/journeys/without-script.spec.ts': [
        'the whole way from the recommendation to the money works without script',
      ],
    },
  },
  {
    id: 'V2.2.3',
    level: 2,
    line: 'Related values must fit together',
    state: 'met',
    note: 'BIC and IBAN, contract day and recommendation, share and cap, tax number and VAT id are checked together where they are written.',
    where: [],
    tests: {
      'src/server/reward/save-bank-data.test.ts': [
        'IBAN and BIC of different countries are refused at the field, and an account abroad needs its BIC',
      ],
      'src/server/order/claims.test.ts': [
        'a contract is claimed from 24 hours after its day until the tenant’s limit, and none before the recommendation',
      ],
    },
  },
  {
    id: 'V2.3.1',
    level: 1,
    line: 'Steps happen in their order',
    state: 'met',
    note: 'States of recommendations, orders, rewards and payouts are tables, and each change names the state it comes from.',
    where: [],
    tests: {
      'src/server/payout/payout-journey.test.ts': [
        'the whole way: collected, rejected, collected anew through the mailed link, paid, returned',
      ],
      'src/server/operator/payouts.test.ts': [
        'nothing is claimed, and no file is there, before somebody else has approved',
      ],
    },
  },
  {
    id: 'V2.3.2',
    level: 2,
    line: 'Business limits are enforced',
    state: 'met',
    note: 'Caps, rewards a year, approval limits and day limits are checked under a lock when they are used.',
    where: [],
    tests: {
      'src/server/operator/voucher-codes.test.ts': [
        'above what one person may give alone a second one decides, and what was replaced counts as given',
      ],
      'src/domain/eligibility.test.ts': ['the n-th reward of a year is free, the next one is held'],
      'src/server/order/claims.test.ts': [
        'one claim a contract, however often and fast it is sent; a withdrawn one may be made again',
      ],
    },
  },
  {
    id: 'V2.3.3',
    level: 2,
    line: 'A business act succeeds whole or not at all',
    state: 'met',
    note: 'Each act is one transaction that also queues its mails and jobs and writes its log row.',
    where: [],
    tests: {
      'src/server/jobs/jobs.test.ts': ['a job of a rolled back transaction never runs'],
      'src/server/payout/apply-in-sets.test.ts': [
        'killed in the middle of a set, nothing of it is done, and the file again does all',
      ],
      'src/server/base/audit.test.ts': [
        'rows of parallel transactions are one chain; one that fails leaves no gap',
      ],
    },
  },
  {
    id: 'V2.3.4',
    level: 2,
    line: 'Limited goods are never given twice',
    state: 'met',
    note: 'Voucher codes, rewards and caps are taken by an update with a condition under a lock.',
    where: [],
    tests: {
      'src/server/reward/collect-reward.test.ts': [
        'when the pool runs dry under a rush, nobody gets half a voucher and the rewards stay collectable',
        'is collected once: of 200 parallel choices one wins and the others hear so',
      ],
    },
  },
  {
    id: 'V2.4.1',
    level: 2,
    line: 'Mass use is slowed down',
    state: 'met',
    note: 'Creations, mails, log-ins, codes and uploads are limited; the short link counts wrong codes with its call, and unknown numbers, the agents, statistics and files are limited by visitor or person.',
    where: ['src/server/limit-reads.ts', 'src/server/referral/guess-code.ts'],
    tests: {
      'src/server/pages/register-pages.test.ts': [
        'wrong codes of the short link and of its call count together, ten for one address',
      ],
      'src/server/limit-reads.test.ts': [
        'unknown numbers are tried sixty times by one address, and then no number is told',
      ],
    },
  },
  {
    id: 'V3.2.1',
    level: 1,
    line: 'Answers cannot be shown as something else',
    state: 'met',
    note: 'Every answer forbids sniffing, pictures carry a sandbox policy, and files come as downloads.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        'a picture is the same for everybody, at every tenant’s address, and nothing but a picture is at its path',
      ],
      'src/server/operator/claims.test.ts': [
        'the file comes as a download that runs nothing, and the log says who fetched it',
      ],
    },
  },
  {
    id: 'V3.2.2',
    level: 1,
    line: 'Text is shown as text',
    state: 'met',
    note: 'React writes text nodes; the few places that set HTML get only cleaned content.',
    where: ['src/web/ui/safe-html.tsx'],
    tests: {
      'src/server/gateways/content/sanitise.test.ts': ['nothing of it can run: %s'],
    },
  },
  {
    id: 'V3.3.1',
    level: 1,
    line: 'Cookies are Secure and have a safe prefix',
    state: 'decision',
    note: 'All cookies are Secure where the origin is https, and those that let somebody in begin with __Host-. The three of a visitor’s choices have no prefix: decision 938.',
    where: ['docs/decisions/access.md', 'src/server/consent/visitor-cookies.ts'],
    tests: {
      'src/server/access/host-cookies.test.ts': [
        'every cookie that lets somebody in is of its host alone over TLS, and has its plain name without',
        'what a page sets is secure, of the whole host, and of no domain; a dead session’s cookie goes by the same name',
      ],
    },
  },
  {
    id: 'V3.3.2',
    level: 2,
    line: 'SameSite fits each cookie',
    state: 'met',
    note: 'Cookies are Lax; only inside a frame that the tenant allows they are None and partitioned.',
    where: [],
    tests: {
      'src/server/pages/allow-framing.test.ts': [
        'in a frame over TLS cookies travel in it, and are that page’s alone',
      ],
      'test/journeys/pages.spec.ts': [
        'a login leaves one cookie that no script can read and no other page can send',
      ],
    },
  },
  {
    id: 'V3.3.3',
    level: 2,
    line: 'Cookies are bound to their host',
    state: 'decision',
    note: 'Cookies have no domain and the path "/"; those that let somebody in begin with __Host-, and bare ones are not read. The three of a visitor’s choices have no prefix: decision 938.',
    where: ['docs/decisions/access.md'],
    tests: {
      'src/server/access/host-cookies.test.ts': [
        'every cookie that lets somebody in is of its host alone over TLS, and has its plain name without',
        'what a page sets is secure, of the whole host, and of no domain; a dead session’s cookie goes by the same name',
      ],
    },
  },
  {
    id: 'V3.3.4',
    level: 2,
    line: 'Scripts cannot read session cookies',
    state: 'met',
    note: 'Session cookies are HttpOnly. A log-in by a page sets the cookie alone, and a session that came by cookie never shows its token; programs get theirs in the answer of the log-in call and send it as a bearer.',
    where: ['src/web/runtime/browser-context.ts'],
    tests: {
      'test/journeys/pages.spec.ts': [
        'a login leaves one cookie that no script can read and no other page can send',
      ],
      'src/server/account/login.test.ts': [
        'a session from the cookie never shows its token; logout ends it, and only it',
      ],
    },
  },
  {
    id: 'V3.4.1',
    level: 1,
    line: 'HSTS for a year on every answer',
    state: 'met',
    note: 'HSTS for a year, for subdomains too, stands on every answer of an https origin, also on those before routing.',
    where: ['src/server/base/safety-headers.ts'],
    tests: {
      'src/server/app.test.ts': [
        'every answer has the safety headers: before routing, without a host, refused, and whatever is answered',
      ],
      'src/server/pages/register-pages.test.ts': [
        'pages, built files, pictures of a brand and redirects have the safety headers, and text its encoding',
      ],
    },
  },
  {
    id: 'V3.4.2',
    level: 1,
    line: 'No other origin may read answers',
    state: 'met',
    note: 'No answer has an Access-Control header, so browsers let no other origin read or ask.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'no answer lets pages of another origin read it, nor allows what they ask before a call',
      ],
    },
  },
  {
    id: 'V3.4.3',
    level: 2,
    line: 'A content policy on every answer',
    state: 'met',
    note: 'A content policy stands on every answer, also before routing, with base-uri and object-src none; scripts and styles of pages need the nonce of their answer. Pictures and files have a policy of their own, in which nothing runs.',
    where: ['src/server/base/safety-headers.ts'],
    tests: {
      'src/server/app.test.ts': [
        'every answer has the safety headers: before routing, without a host, refused, and whatever is answered',
      ],
      'src/server/pages/register-pages.test.ts': [
        'pages, built files, pictures of a brand and redirects have the safety headers, and text its encoding',
      ],
    },
  },
  {
    id: 'V3.4.4',
    level: 2,
    line: 'No sniffing on every answer',
    state: 'met',
    note: 'nosniff stands on every answer, also before routing.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'every answer has the safety headers: before routing, without a host, refused, and whatever is answered',
      ],
      'src/server/pages/register-pages.test.ts': [
        'pages, built files, pictures of a brand and redirects have the safety headers, and text its encoding',
      ],
    },
  },
  {
    id: 'V3.4.5',
    level: 2,
    line: 'A referrer policy hides addresses',
    state: 'met',
    note: 'The policy is same-origin on every answer, and no-referrer where a token stands in the address.',
    where: ['src/server/app.ts', 'src/web/account/take-token-away.ts'],
    tests: {
      'src/server/gateways/content/sanitise.test.ts': [
        'a link to another site tells it nothing and cannot reach back',
      ],
      'src/server/app.test.ts': [
        'every answer has the safety headers: before routing, without a host, refused, and whatever is answered',
      ],
      'test/journeys/account-pages.spec.ts': [
        'support opens an account by its link once, sees a banner, and the link is nowhere afterwards',
      ],
    },
  },
  {
    id: 'V3.4.6',
    level: 2,
    line: 'frame-ancestors on every answer',
    state: 'met',
    note: 'Every answer forbids framing or allows the tenant’s origins.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'every answer has the safety headers: before routing, without a host, refused, and whatever is answered',
      ],
      'src/server/pages/register-pages.test.ts': [
        'pages, built files, pictures of a brand and redirects have the safety headers, and text its encoding',
      ],
    },
  },
  {
    id: 'V3.5.1',
    level: 1,
    line: 'Requests of other sites are refused',
    state: 'met',
    note: 'Calls that change something need an own header, forms the own origin and a token, which is bound to the session of whoever logged in. One call needs none: mail programs unsubscribe by the token in its address, and it takes no session.',
    where: [],
    tests: {
      'test/walk-routes.test.ts': ['a call that changes something needs X-Requested-With'],
      'test/walk-beside.test.ts': [
        'no page accepts a form from another site, or without a form token of the same session and tenant',
      ],
      'test/journeys/pages.spec.ts': [
        'a form that another site sends, or that has no token of ours, logs nobody in',
      ],
    },
  },
  {
    id: 'V3.5.2',
    level: 1,
    line: 'Simple requests cannot reach calls',
    state: 'met',
    note: 'Each changing call needs a header that forces a preflight, whatever its content type. Mail programs’ unsubscription alone needs none: it reads no body and no session, and its address has the token.',
    where: [],
    tests: {
      'test/walk-routes.test.ts': ['a call that changes something needs X-Requested-With'],
      'test/hostile-input.test.ts': [
        'wrong content types, broken JSON and bodies over the limit have their own answers',
      ],
    },
  },
  {
    id: 'V3.5.3',
    level: 1,
    line: 'Sensitive acts are no GET',
    state: 'met',
    note: 'What a link opens, begins or changes is done by a form; the calls of the specification that act by GET refuse what a browser sends from elsewhere, also from another host of the same site.',
    where: [
      'src/server/access/refuse-cross-site.ts',
      'src/web/referral/open-link.tsx',
      'src/web/access/sign-on-button.tsx',
    ],
    tests: {
      'test/mailed-links.test.ts': [
        'whoever fetches the link to %s of %s begins nothing; its one button opens the page, without the token in the address',
      ],
      'test/provider-login.test.ts': [
        'a link of the provider’s login opens the owner’s session by a press, once, and money may be touched',
      ],
      'src/server/account/access-mails.test.ts': [
        'another site, or another host of the provider’s, cannot make its visitors’ browsers request mails',
      ],
    },
  },
  {
    id: 'V3.5.4',
    level: 2,
    line: 'Separate applications have separate hosts',
    state: 'met',
    note: 'The console answers on a host of its own, each tenant on its own, and cookies are host-only.',
    where: [],
    tests: {
      'src/server/team/access.test.ts': [
        'the console’s calls answer on its host alone, and no other call answers there',
      ],
    },
  },
  {
    id: 'V3.5.5',
    level: 2,
    line: 'Messages of other windows are checked',
    state: 'met',
    note: 'Pages listen to no window messages; the only listeners are on a private channel and a channel of the own origin.',
    where: ['src/web/console/proved.tsx', 'src/web/runtime/next-turn.ts'],
    tests: {
      'src/web/runtime/send-height.test.ts': ['a page of no configured origin is told nothing'],
    },
  },
  {
    id: 'V3.7.1',
    level: 2,
    line: 'Only supported browser technology',
    state: 'met',
    note: 'Pages use HTML, CSS and modules of today’s browsers, checked in three engines, and work without script.',
    where: ['test/journeys/engines.long.spec.ts'],
    tests: {
      'test/journeys/without-script.spec.ts': [
        'the whole way from the recommendation to the money works without script',
      ],
    },
  },
  {
    id: 'V3.7.2',
    level: 2,
    line: 'Redirects lead to known hosts only',
    state: 'met',
    note: 'Redirects to other hosts come from the tenant’s settings alone; a wanted address is taken only if it is of the own host.',
    where: [],
    tests: {
      'test/journeys/console-sso.long.spec.ts': [
        'a foreign return address leads nowhere else, and an answer that this browser did not begin lets nobody in',
      ],
      'test/journeys/cookies.long.spec.ts': ['the way back leads to no other host'],
      'src/domain/provider-login.test.ts': [
        'a login of the provider is https, or this machine, and has a place for the way back',
      ],
    },
  },
  {
    id: 'V4.1.1',
    level: 1,
    line: 'Content type with charset on every answer',
    state: 'met',
    note: 'JSON, HTML, SVG, CSV and plain text name their encoding.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'text that a browser would guess the encoding of names it, and other types stay as they are',
      ],
      'src/server/pages/register-pages.test.ts': [
        'pages, built files, pictures of a brand and redirects have the safety headers, and text its encoding',
      ],
    },
  },
  {
    id: 'V4.1.2',
    level: 2,
    line: 'Only pages redirect from http to https',
    state: 'met',
    note: 'TLS ends in the proxy; the manual’s example leads pages alone to https and refuses calls by http.',
    where: ['docs/operations.md'],
    tests: {},
  },
  {
    id: 'V4.1.3',
    level: 2,
    line: 'Nobody can forge headers of the proxy',
    state: 'met',
    note: 'Forwarded hosts and schemes are dropped on arrival, forwarded addresses count from named proxies alone.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'what a proxy or a visitor says of host and scheme is not heard, also from a trusted proxy; the visitor’s address is',
      ],
    },
  },
  {
    id: 'V4.2.1',
    level: 2,
    line: 'Message boundaries are unambiguous',
    state: 'met',
    note: 'Node’s strict parser is used, and two hosts, other targets than a path and compressed bodies are refused.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'invalid HTTP is answered in the shape of all errors, without repeating the input',
        'invalid request targets and hosts are refused as such, without a stack in the log',
      ],
    },
  },
  {
    id: 'V4.3.1',
    level: 2,
    line: 'GraphQL queries are limited',
    state: 'not-applicable',
    note: 'There is no GraphQL and no query language for callers.',
    where: ['src/server/routes.ts'],
    tests: {},
  },
  {
    id: 'V4.3.2',
    level: 2,
    line: 'No GraphQL introspection',
    state: 'not-applicable',
    note: 'There is no GraphQL.',
    where: ['src/server/routes.ts'],
    tests: {},
  },
  {
    id: 'V4.4.1',
    level: 1,
    line: 'WebSockets use TLS',
    state: 'not-applicable',
    note: 'The product opens no WebSocket; only the development server does.',
    where: ['src/server/pages/dev-pages.ts'],
    tests: {},
  },
  {
    id: 'V4.4.2',
    level: 2,
    line: 'WebSocket handshake checks the origin',
    state: 'not-applicable',
    note: 'The product opens no WebSocket.',
    where: ['src/server/app.ts'],
    tests: {},
  },
  {
    id: 'V4.4.3',
    level: 2,
    line: 'WebSocket sessions have own tokens',
    state: 'not-applicable',
    note: 'The product opens no WebSocket.',
    where: ['src/server/app.ts'],
    tests: {},
  },
  {
    id: 'V4.4.4',
    level: 2,
    line: 'WebSocket tokens come from the session',
    state: 'not-applicable',
    note: 'The product opens no WebSocket.',
    where: ['src/server/app.ts'],
    tests: {},
  },
  {
    id: 'V5.1.1',
    level: 2,
    line: 'Allowed files and sizes are documented',
    state: 'met',
    note: 'One table has all uploads with kinds, size, unpacked size and what becomes of harmful ones, with the sizes that the code has.',
    where: ['docs/security/limits.md', 'docs/file-formats.md'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V5.2.1',
    level: 1,
    line: 'Files have a maximum size',
    state: 'met',
    note: 'Each upload has its own limit before it is read, and pictures, PDFs, archives and feeds have limits of what they unpack to.',
    where: [],
    tests: {
      'src/server/app.test.ts': ['a body has 64 kB at most, but for the order feed'],
      'src/server/content/pictures.test.ts': [
        'a picture that unpacks to more than 40 megapixels is refused before it is unpacked',
      ],
      'src/server/gateways/bank-files/unpack-bank-files.test.ts': [
        'an archive that is damaged, nested, too large or of too many files is refused as a whole',
      ],
    },
  },
  {
    id: 'V5.2.2',
    level: 1,
    line: 'A file is what it claims to be',
    state: 'decision',
    note: 'The bytes decide: pictures are written anew, PDFs may hold nothing active, XML and CSV must parse. Names and endings are not compared with them, as nothing is stored, served or opened by a name: decision 924.',
    where: ['docs/decisions/privacy-and-law.md'],
    tests: {
      'src/server/order/claims.test.ts': [
        'hostile files are refused by their content, and leave nothing behind',
      ],
      'src/server/agency/accounts.test.ts': [
        'a logo is decoded and written anew: nothing that was hung onto the file, or stood beside the picture in it, is kept',
      ],
      'src/server/gateways/bank-files/parse-bank-xml.test.ts': [
        'what is no bank file is refused with a sentence, whatever it is',
      ],
      'src/cli/cli-catalogue.test.ts': [
        'agents: written, updated and retired from a file, wrong lines named, pictures checked',
      ],
    },
  },
  {
    id: 'V5.2.3',
    level: 2,
    line: 'Archives are limited before and while unpacking',
    state: 'met',
    note: 'Archives are counted while unpacking: 100 files and 50 MiB, whatever they say of themselves, and none within another.',
    where: [],
    tests: {
      'src/server/gateways/bank-files/unpack-bank-files.test.ts': [
        'an archive that is damaged, nested, too large or of too many files is refused as a whole',
      ],
      'src/server/gateways/documents/check-pdf.test.ts': [
        'a bomb of compressed objects and millions of brackets end soon',
      ],
    },
  },
  {
    id: 'V5.3.1',
    level: 1,
    line: 'Uploads are never executed',
    state: 'met',
    note: 'Uploads are stored in the database and served by handlers, never from a folder: pictures as our encoder draws them, all others as downloads.',
    where: ['src/server/tenant/picture-store.ts'],
    tests: {
      'src/server/content/pictures.test.ts': ['neither SVG nor text nor half a file is passed on'],
    },
  },
  {
    id: 'V5.3.2',
    level: 1,
    line: 'No path comes from input',
    state: 'met',
    note: 'File names on disk are made by the program; ids of pictures must match a pattern, and static files are listed at the start. A file of the command line may name files beside itself alone, also by links.',
    where: ['src/server/content/serve-pictures.ts', 'src/server/operator/read-beside.ts'],
    tests: {
      'src/server/content/pictures.test.ts': ['a picture id is no URL, path or other text'],
    },
  },
  {
    id: 'V5.4.1',
    level: 2,
    line: 'Submitted file names are ignored',
    state: 'met',
    note: 'Names of uploads are dropped; downloads name themselves.',
    where: ['src/server/billing/show-document-file.ts'],
    tests: {
      'src/server/operator/claims.test.ts': [
        'the file comes as a download that runs nothing, and the log says who fetched it',
      ],
    },
  },
  {
    id: 'V5.4.2',
    level: 2,
    line: 'Served file names are safe',
    state: 'met',
    note: 'Names of downloads are made from ids and dates and reduced to plain characters.',
    where: ['src/server/billing/show-document-file.ts', 'src/server/operator/list-file.ts'],
    tests: {},
  },
  {
    id: 'V5.4.3',
    level: 2,
    line: 'Files of strangers are scanned for viruses',
    state: 'decision',
    note: 'No scanner. Of strangers only pictures, which are encoded anew, and a claim’s PDF without anything active are taken, and operators alone open them; operators’ own CSV and XML are read as data: decision 924.',
    where: ['docs/decisions/privacy-and-law.md'],
    tests: {
      'src/server/order/claims.test.ts': [
        'a picture is written anew, without where it was taken or what was appended; a PDF without anything active is kept',
      ],
      'src/server/gateways/documents/check-pdf.test.ts': [
        'what is encrypted, cut off, followed by something, or hides its objects is refused',
      ],
    },
  },
  {
    id: 'V6.1.1',
    level: 1,
    line: 'Defence against guessing is documented',
    state: 'met',
    note: 'Two decisions say how log-ins, mails and captchas are limited and why nobody can lock an owner out.',
    where: ['docs/decisions/access.md'],
    tests: {
      'src/server/account/login.test.ts': [
        'strangers who guess from many places cost the owner a captcha, and never lock him out',
      ],
    },
  },
  {
    id: 'V6.1.2',
    level: 2,
    line: 'Words that no password may be are documented',
    state: 'met',
    note: 'The product’s words stand in one list, to which the tenant’s code, name and address and the person’s own names are added (decision 854).',
    where: ['src/domain/password-words.ts', 'docs/decisions/access.md'],
    tests: {
      'src/domain/known-password.test.ts': [
        'three letters beside a name are none, and what has no name is not of names',
      ],
    },
  },
  {
    id: 'V6.1.3',
    level: 2,
    line: 'All ways to log in are documented together',
    state: 'met',
    note: 'One page has every way in with its strength and what it opens, and what a new one has to have.',
    where: ['docs/security/log-in.md', 'src/server/kinds.ts'],
    tests: {},
  },
  {
    id: 'V6.2.1',
    level: 1,
    line: 'Passwords have at least 8 characters',
    state: 'met',
    note: 'Eight to 200 characters are asked for on page and server.',
    where: ['src/domain/password.ts'],
    tests: {
      'src/domain/password.test.ts': ['answers one line per rule, in their order'],
    },
  },
  {
    id: 'V6.2.2',
    level: 1,
    line: 'People can change their password',
    state: 'met',
    note: 'Everybody with a password has a form for it in their own area.',
    where: ['src/web/access/change-password.tsx'],
    tests: {
      'src/server/access/kinds.test.ts': [
        'the password is changed with the old one, ends every other session, and is told by mail',
      ],
    },
  },
  {
    id: 'V6.2.3',
    level: 1,
    line: 'A change needs the old password',
    state: 'met',
    note: 'The change form asks for the old password; without one, only a session from a fresh mailed link may set the first.',
    where: [],
    tests: {
      'src/server/account/password.test.ts': [
        'changing the password needs the old one and keeps this session alone',
      ],
    },
  },
  {
    id: 'V6.2.4',
    level: 1,
    line: 'The 3000 most common passwords are refused',
    state: 'met',
    note: '285,588 known passwords and words are refused, whatever digits and marks stand around them; all of them could fit the rules in some spelling.',
    where: ['src/server/access/known-passwords.ts'],
    tests: {
      'src/server/access/known-passwords.test.ts': [
        'the list has passwords that the rules alone would accept',
      ],
    },
  },
  {
    id: 'V6.2.5',
    level: 1,
    line: 'No rules about kinds of characters',
    state: 'decision',
    note: 'The specification asks for small and large letters and a digit; from 15 characters on length alone is enough (decision 853).',
    where: ['src/domain/password.ts', 'docs/decisions/access.md'],
    tests: {},
  },
  {
    id: 'V6.2.6',
    level: 1,
    line: 'Passwords are hidden while typing',
    state: 'met',
    note: 'Fields are of type password and can be shown by a button.',
    where: ['src/web/access/password-field.tsx', 'test/journeys/account-pages.spec.ts'],
    tests: {},
  },
  {
    id: 'V6.2.7',
    level: 1,
    line: 'Pasting and password managers work',
    state: 'met',
    note: 'Fields carry the autocomplete names of managers and nothing stops pasting.',
    where: ['src/web/access/new-password-fields.tsx', 'src/web/access/password-field.tsx'],
    tests: {},
  },
  {
    id: 'V6.2.8',
    level: 1,
    line: 'A password is checked as it was typed',
    state: 'met',
    note: 'Nothing is cut or changed in case; only the Unicode spelling is made one (NFC), so that the same letters are the same.',
    where: ['src/server/access/password-hash.ts'],
    tests: {
      'src/server/access/password-hash.test.ts': [
        'a password counts as it was typed, in its whole length, but for the two spellings of one letter',
      ],
    },
  },
  {
    id: 'V6.2.9',
    level: 2,
    line: 'Long passwords are allowed',
    state: 'met',
    note: 'Up to 200 characters are accepted.',
    where: ['src/domain/password.ts'],
    tests: {
      'src/domain/password.test.ts': ['answers one line per rule, in their order'],
      'src/server/access/password-hash.test.ts': [
        'a password counts as it was typed, in its whole length, but for the two spellings of one letter',
      ],
    },
  },
  {
    id: 'V6.2.10',
    level: 2,
    line: 'Passwords do not expire',
    state: 'met',
    note: 'Nothing asks anybody to change a password after a time.',
    where: ['src/server/access/login.ts'],
    tests: {},
  },
  {
    id: 'V6.2.11',
    level: 2,
    line: 'Words of the context are refused',
    state: 'met',
    note: 'A password made of own names, the address, the tenant’s or the product’s names and fewer than four letters more, or a known word, is refused.',
    where: ['src/server/access/check-new-password.ts'],
    tests: {
      'src/server/access/kinds.test.ts': [
        'the password is changed with the old one, ends every other session, and is told by mail',
      ],
      'src/domain/known-password.test.ts': [
        'three letters beside a name are none, and what has no name is not of names',
      ],
    },
  },
  {
    id: 'V6.2.12',
    level: 2,
    line: 'Breached passwords are refused',
    state: 'met',
    note: 'Lists of leaked passwords are compared as hash prefixes on the server; nobody outside is asked (decision 853).',
    where: ['src/server/access/known-passwords.ts', 'scripts/write-known-passwords.ts'],
    tests: {
      'src/server/access/known-passwords.test.ts': [
        'the list has passwords that the rules alone would accept',
      ],
    },
  },
  {
    id: 'V6.3.1',
    level: 1,
    line: 'Guessing and stuffing are slowed down',
    state: 'met',
    note: 'Failures are counted for one account, one visitor, a /48 and a whole tenant; above its limit each costs rising work (decision 855).',
    where: ['src/server/access/limit-login.ts'],
    tests: {
      'src/server/access/limit-login.test.ts': [
        'every /64 of one /48 together has a hundred wrong guesses, also in parallel, and then works for each',
        'the work doubles with the guesses, and a solution of less work is not taken',
        'many guesses all over a tenant cost everybody work there, twice at the most, and nobody elsewhere',
      ],
      'src/server/account/login.test.ts': [
        'guessing stops after ten wrong tries, also in parallel; right ones are never counted',
      ],
    },
  },
  {
    id: 'V6.3.2',
    level: 1,
    line: 'There are no default accounts',
    state: 'met',
    note: 'Outside the demo there is nobody until an operator is invited; the demo is refused on a public address.',
    where: [],
    tests: {
      'test/long/external-database.test.ts': [
        'the owner migrates, the app then runs with its own login alone, without demo and without a database of its own',
      ],
      'test/journeys/console.spec.ts': [
        'the first admin comes by the command line, the next by an invitation, and the log says who did what and why',
      ],
    },
  },
  {
    id: 'V6.3.3',
    level: 2,
    line: 'A second factor is required',
    state: 'decision',
    note: 'Operators sign in by passkey. Everybody else may have one, and then the password alone begins no session; a tenant may want it of agencies’ owners and sales partners. Compulsory for all it is not: it is the company’s choice (893).',
    where: [
      'src/server/access/after-password.ts',
      'src/server/access/passkey-login.ts',
      'docs/decisions/access.md',
    ],
    tests: {
      'src/server/access/passkeys.test.ts': [
        'the password alone begins no session of whoever has a passkey, and the passkey after it one',
        'where the tenant wants a passkey, a log-in by password opens nothing but making one (%s)',
      ],
      'src/server/team/access.test.ts': [
        'who is invited makes a passkey, is in, and signs in with it again',
      ],
    },
  },
  {
    id: 'V6.3.4',
    level: 2,
    line: 'All ways in are equally strong and known',
    state: 'met',
    note: 'All ways in share one mechanism and stand with their strength in one document; a passkey is asked for after password and mailed link, and a tenant can hold people to their provider alone.',
    where: ['src/server/kinds.ts', 'docs/security/log-in.md'],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'where the tenant wants the provider alone, whoever it knows gets in by no password, link or passkey',
      ],
      'src/server/access/passkeys.test.ts': [
        'what waits for a passkey is of this browser, kind and tenant, for ten minutes and this password',
      ],
    },
  },
  {
    id: 'V6.4.1',
    level: 1,
    line: 'First secrets are random and short-lived',
    state: 'met',
    note: 'Nobody gets an initial password; a mailed link of 256 bits sets the first one, once, within its time.',
    where: [],
    tests: {
      'src/server/access/kinds.test.ts': [
        'a mailed link sets one password, of its kind and tenant, and ends every session and link of before',
      ],
      'src/server/team/access.test.ts': [
        'an invitation works once, for 24 hours, at its tenant, and an earlier one ends with the next',
      ],
    },
  },
  {
    id: 'V6.4.2',
    level: 1,
    line: 'No secret questions',
    state: 'met',
    note: 'There are no hints and no questions.',
    where: ['src/server/access/serve-access.ts'],
    tests: {},
  },
  {
    id: 'V6.4.3',
    level: 2,
    line: 'A forgotten password is replaced safely',
    state: 'met',
    note: 'A link for a day sets it once, ends all sessions and other links when used, and the owner is told; whoever has a passkey is still asked for it. Operators have no password to forget.',
    where: [],
    tests: {
      'src/server/account/password.test.ts': [
        'a new password by mail: the link works once and for a day, ends other sessions, and the owner is told',
        'of many presses of one link one sets the password; older links die with it',
      ],
      'src/server/access/passkeys.test.ts': [
        'what waits for a passkey is of this browser, kind and tenant, for ten minutes and this password',
      ],
    },
  },
  {
    id: 'V6.4.4',
    level: 2,
    line: 'A lost factor is replaced with equal proof',
    state: 'met',
    note: 'An operator without a passkey is invited anew by another admin with a fresh passkey, everything old ends, and all admins are told. Everybody else’s are removed by support after a call back, with reason and mail (894).',
    where: [],
    tests: {
      'src/server/team/access.test.ts': [
        'who lost all passkeys is invited anew: the old ones, sessions and tokens end, and the other admins are told',
      ],
      'src/server/operator/sellers.test.ts': [
        'support removes the passkeys that somebody of an agency or a sales partner lost, who is told and logged out',
      ],
    },
  },
  {
    id: 'V6.5.1',
    level: 2,
    line: 'Codes and mailed proofs work once',
    state: 'decision',
    note: 'Codes, links for passwords, challenges and captchas work once. A link to a contact’s page or a reward opens it again, by a short session each time and without an account for money, which takes a code: decision 905.',
    where: ['docs/decisions/access.md', 'src/server/access/link-session.ts'],
    tests: {
      'src/server/access/kinds.test.ts': [
        'a mailed link sets one password, of its kind and tenant, and ends every session and link of before',
      ],
      'src/server/access/link-session.test.ts': [
        'each press begins a session of its own, of random bytes, kept as a hash',
      ],
      'src/server/team/access.test.ts': [
        'an answer of a passkey counts once, for its challenge, its host and its verified owner',
      ],
      'src/server/reward/prove-owner.test.ts': [
        'a link alone gives no account for money: the mailed code does, once for this browser and all its fields',
      ],
    },
  },
  {
    id: 'V6.5.2',
    level: 2,
    line: 'Stored secrets are hashed',
    state: 'met',
    note: 'Links, sessions and keys have 256 bits and are kept as SHA-256 hashes only. The mailed code of six digits is kept nowhere: it is an HMAC of its proof’s number, five tries are left to guess it.',
    where: [
      'src/server/base/token-store.ts',
      'src/server/base/keys.ts',
      'src/server/base/address-code.ts',
    ],
    tests: {
      'src/server/reward/prove-owner.test.ts': [
        'a code is over after five tries, after a quarter of an hour, and with a newer one of the same browser',
      ],
    },
  },
  {
    id: 'V6.5.3',
    level: 2,
    line: 'Codes come from secure randomness',
    state: 'decision',
    note: 'States, nonces, challenges, verifiers, captchas and sessions are random bytes; mailed links and the mailed code are an HMAC with a key of 256 bits of a random number, so that a mail is written again (851, 900).',
    where: ['docs/decisions/access.md'],
    tests: {
      'src/server/access/kinds.test.ts': [
        'whoever has SECRET_KEY and the tables has no session by them',
      ],
    },
  },
  {
    id: 'V6.5.4',
    level: 2,
    line: 'Codes have at least 20 bits',
    state: 'met',
    note: 'Every mailed link has 256 bits. No short code logs in; that before an account for money has six digits.',
    where: ['src/server/base/keys.ts', 'src/server/base/address-code.ts'],
    tests: {
      'src/server/reward/prove-owner.test.ts': [
        'a code is over after five tries, after a quarter of an hour, and with a newer one of the same browser',
      ],
    },
  },
  {
    id: 'V6.5.5',
    level: 2,
    line: 'Mailed proofs live 10 minutes at most',
    state: 'decision',
    note: 'Challenges and sign-ons live ten minutes at most and codes fifteen. Reset links live a day, and links to a contact’s page or a reward as long as these: each gives a session of a day at most and no account for money: decisions 900, 905.',
    where: [
      'docs/decisions/access.md',
      'src/domain/session-lifetime.ts',
      'src/server/access/prove-address.ts',
    ],
    tests: {
      'src/server/access/link-session.test.ts': [
        'it ends when nobody uses it for two hours, and after a day at the latest; the link begins another',
      ],
      'src/server/agency/sign-on.test.ts': [
        'a sign-on that was begun more than ten minutes ago is over',
      ],
    },
  },
  {
    id: 'V6.6.1',
    level: 2,
    line: 'Codes by phone are offered with care',
    state: 'not-applicable',
    note: 'Nothing is sent by phone or SMS.',
    where: ['src/server/gateways/mail/mail-gateway.ts'],
    tests: {},
  },
  {
    id: 'V6.6.2',
    level: 2,
    line: 'A mailed proof is bound to its request',
    state: 'decision',
    note: 'Sign-ons, challenges, a password that waits for its passkey and the code before an account for money are bound to the browser that began. A mailed link opens its page in any browser, as its reader may change from phone to desk; the session of each press is bound to its own: decision 905.',
    where: [
      'docs/decisions/access.md',
      'src/server/access/prove-address.ts',
      'src/server/access/link-session.ts',
    ],
    tests: {
      'test/mailed-links.test.ts': [
        'a log-out ends what links opened in this browser, for whoever copied its cookies too, and nothing elsewhere',
      ],
      'src/server/team/sign-on.test.ts': [
        'an answer counts once, in the browser that began, for its purpose, state and issuer',
      ],
      'src/server/referral/claim-referral.test.ts': [
        'a mailed link knows the device on which its address was typed, or its owner, and nobody else’s',
      ],
      'src/server/reward/prove-owner.test.ts': [
        'a link alone gives no account for money: the mailed code does, once for this browser and all its fields',
      ],
    },
  },
  {
    id: 'V6.6.3',
    level: 2,
    line: 'Codes cannot be guessed',
    state: 'met',
    note: 'Links have 256 bits, so no guess succeeds; a mailed code of six digits has five tries, and few are sent in an hour; each guess of a log-in is limited besides.',
    where: ['src/server/access/prove-address.ts'],
    tests: {
      'src/server/account/password.test.ts': [
        'a link of one tenant is none in another, and a made-up one is expired',
      ],
      'src/server/reward/prove-owner.test.ts': [
        'a code is over after five tries, after a quarter of an hour, and with a newer one of the same browser',
        'a confirmation ends after an hour, and codes to one address are limited',
      ],
    },
  },
  {
    id: 'V6.8.1',
    level: 2,
    line: 'One provider cannot act for another',
    state: 'met',
    note: 'A person at a provider is issuer and subject together, and an address links nobody unless the provider verified it.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an answer of another issuer is refused, and one that was begun before the settings changed',
        'who is unknown is told so; the provider’s name of a person belongs to one of ours, of one agency',
      ],
    },
  },
  {
    id: 'V6.8.2',
    level: 2,
    line: 'Signatures of id tokens are checked',
    state: 'met',
    note: 'The signature is checked although the token comes straight from the provider: none, one by a strange key, or one by a shared secret is refused.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an id token with another nonce, or with a claim that was changed on its way, is refused',
      ],
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': [
        'without a signature, although the provider announces that',
        'whose key the provider does not publish, also where it brings the key along',
      ],
    },
  },
  {
    id: 'V6.8.3',
    level: 2,
    line: 'SAML assertions are used once',
    state: 'not-applicable',
    note: 'SAML is not offered.',
    where: ['src/server/gateways/single-sign-on/sign-on-provider.ts'],
    tests: {},
  },
  {
    id: 'V6.8.4',
    level: 2,
    line: 'Recent log-in at the provider is verified',
    state: 'decision',
    note: 'Where an operator’s fresh log-in is needed, max_age is asked for and auth_time is checked; a way of logging in is asked for and checked where the installation names it, and otherwise a log-in there counts as one factor: decision 936.',
    where: ['docs/decisions/access.md', 'docs/security/log-in.md'],
    tests: {
      'src/server/team/sign-on.test.ts': [
        'what grants rights wants a login at the provider that is at most five minutes old, by the same person, in the same session',
        'where a way of logging in at the provider is wanted, an account without it is not let in',
      ],
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': [
        'where a way of logging in is wanted, an answer that names another or none lets nobody in',
      ],
    },
  },
  {
    id: 'V7.1.1',
    level: 2,
    line: 'Session limits are documented with reasons',
    state: 'met',
    note: 'One table has the idle and the last hour of every kind of session, and a record the reasons, also beside NIST SP 800-63B.',
    where: ['src/domain/session-lifetime.ts', 'docs/decisions/access.md'],
    tests: {},
  },
  {
    id: 'V7.1.2',
    level: 2,
    line: 'Parallel sessions are documented',
    state: 'met',
    note: 'Sessions of one person may be open side by side in any number, as a record says; everybody sees and ends their own.',
    where: ['docs/decisions/access.md'],
    tests: {},
  },
  {
    id: 'V7.1.3',
    level: 2,
    line: 'Sessions with a provider are documented',
    state: 'met',
    note: 'The page about log-ins says how long the product’s and a provider’s session live beside each other, for each of the three ways.',
    where: ['docs/security/log-in.md'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V7.2.1',
    level: 1,
    line: 'Sessions are checked by the server',
    state: 'met',
    note: 'Each call looks up the token’s hash in the database.',
    where: [],
    tests: {
      'test/walk-routes.test.ts': [
        'an endpoint that needs a token refuses no token, nonsense, and every other kind of token',
      ],
    },
  },
  {
    id: 'V7.2.2',
    level: 1,
    line: 'Sessions use dynamic tokens',
    state: 'met',
    note: 'Each session has a token of its own, kept as a hash with kind, subject and expiry.',
    where: [],
    tests: {
      'src/server/access/kinds.test.ts': [
        'a session opens the calls of its kind and tenant alone, as a bearer and in any cookie',
      ],
    },
  },
  {
    id: 'V7.2.3',
    level: 1,
    line: 'Session tokens are random',
    state: 'met',
    note: 'Session tokens are 32 random bytes.',
    where: [],
    tests: {
      'src/server/access/kinds.test.ts': [
        'whoever has SECRET_KEY and the tables has no session by them',
      ],
    },
  },
  {
    id: 'V7.2.4',
    level: 1,
    line: 'A log-in makes a new session, ends the old',
    state: 'decision',
    note: 'A log-in makes a new token and ends the session whose cookie came with it, as the press of a mailed link does. An operator’s proof for five minutes is noted at the session, which keeps its token: decision 937.',
    where: ['docs/decisions/access.md'],
    tests: {
      'test/mailed-links.test.ts': ['the next press in a browser ends the session that it had'],
      'src/server/access/kinds.test.ts': [
        'a login ends the session that its browser came with, whosever it was, and no other',
      ],
    },
  },
  {
    id: 'V7.3.1',
    level: 2,
    line: 'Idle sessions end',
    state: 'met',
    note: 'Each kind of session ends when it is not used for its time.',
    where: ['src/domain/session-lifetime.ts'],
    tests: {
      'src/server/access/link-session.test.ts': [
        'it ends when nobody uses it for two hours, and after a day at the latest; the link begins another',
      ],
      'src/server/access/kinds.test.ts': [
        'a session ends when it is not used for its time, at its last hour however much it is used, and lives until then',
      ],
    },
  },
  {
    id: 'V7.3.2',
    level: 2,
    line: 'Every session has an end',
    state: 'met',
    note: 'Sessions end after 14 days, those by mailed link after a day for contacts and rewards, by a provider’s log-in and in the console after 12 hours, support’s after two.',
    where: [],
    tests: {
      'src/server/access/link-session.test.ts': [
        'it ends when nobody uses it for two hours, and after a day at the latest; the link begins another',
      ],
      'src/server/team/access.test.ts': [
        'a session ends after 30 minutes without a call, after 12 hours, by signing out and from another one',
      ],
      'src/server/access/kinds.test.ts': [
        'a session ends when it is not used for its time, at its last hour however much it is used, and lives until then',
      ],
    },
  },
  {
    id: 'V7.4.1',
    level: 1,
    line: 'An ended session opens nothing',
    state: 'met',
    note: 'Logging out and expiry are checked in the database at every call.',
    where: [],
    tests: {
      'src/server/access/kinds.test.ts': ['logging out ends that session, and only it'],
      'test/never-possible.test.ts': ['no call works in an ended session, nor with an ended token'],
    },
  },
  {
    id: 'V7.4.2',
    level: 1,
    line: 'Disabling an account ends its sessions',
    state: 'met',
    note: 'Blocks, also by a pattern added to the lists, departures, closed agencies and partners, ended rights and deletions end sessions at the next call. A blocked contact’s link still shows and deletes what is theirs, as the law asks, and gives no account for money.',
    where: [],
    tests: {
      'src/server/payout/blocked-by-list.test.ts': [
        "a pattern that is added ends the open session at its next call, and a reward's link stores no account",
      ],
      'src/server/access/kinds.test.ts': [
        'whoever is let in no more has no session, no login, and no link that works',
      ],
      'src/server/agency/accounts.test.ts': [
        'an employee who left, and everybody of a closed agency, is nobody at the very next call',
      ],
      'src/server/reward/delete-account.test.ts': [
        'whoever is deleted is logged out everywhere, can be registered anew, and is a stranger then',
      ],
      'src/server/team/access.test.ts': [
        'a right is given and ended at one tenant, works at once there and nowhere else',
      ],
    },
  },
  {
    id: 'V7.4.3',
    level: 2,
    line: 'Changing a factor ends other sessions',
    state: 'met',
    note: 'A new password, a new address and a renewed passkey end all other sessions without asking.',
    where: [],
    tests: {
      'src/server/account/password.test.ts': [
        'changing the password needs the old one and keeps this session alone',
      ],
      'src/server/team/access.test.ts': [
        'who lost all passkeys is invited anew: the old ones, sessions and tokens end, and the other admins are told',
      ],
    },
  },
  {
    id: 'V7.4.4',
    level: 2,
    line: 'Logging out is always in reach',
    state: 'met',
    note: 'Areas of people with a log-in have it in their menu. Of what a mailed link opens, the own page and the reward have it at their end; the others lead to those or close within two hours.',
    where: ['src/web/layout/page-header.tsx', 'src/web/referral/leave-device.tsx'],
    tests: {
      'test/journeys/recipient-area.long.spec.ts': [
        'without script the link of the mail leads to the own page, where everything is deleted',
      ],
    },
  },
  {
    id: 'V7.4.5',
    level: 2,
    line: 'Administrators can end sessions',
    state: 'met',
    note: 'Operators end sessions of colleagues, agency people and sales partners in the console; the command line ends those of anybody by their address, and a block those of one referrer or of all.',
    where: ['src/cli/commands/sessions-end.ts'],
    tests: {
      'src/server/operator/sellers.test.ts': [
        'support mails somebody of an agency the way in again and ends their sessions; who looked is in the log',
      ],
      'src/server/team/access.test.ts': [
        'an admin sees and ends others’ sessions and their tokens of this tenant, and no others',
      ],
      'src/cli/cli-operators.test.ts': [
        'in an emergency all sessions of somebody end, of an operator everywhere, of others at their tenant',
      ],
    },
  },
  {
    id: 'V7.5.1',
    level: 2,
    line: 'Changing the address asks for the log-in again',
    state: 'met',
    note: 'A customer’s new address takes the password and a link to the new mailbox; a passkey takes a log-in of ten minutes ago or the password; operators prove themselves before any change of access. Agencies’ and partners’ people cannot change the address that they log in with.',
    where: [],
    tests: {
      'src/server/reward/change-email.test.ts': [
        'only who gives the password asks for another address, at the tenants that have one, and not for what may not take part',
      ],
      'src/server/team/access.test.ts': [
        'what grants rights wants a passkey that is at most five minutes old',
      ],
      'src/server/access/passkeys.test.ts': [
        'a new passkey is made for the session that asked, soon after its log-in or with the password',
      ],
    },
  },
  {
    id: 'V7.5.2',
    level: 2,
    line: 'People see and end their sessions',
    state: 'decision',
    note: 'Whoever logs in sees their own sessions with device, begin and last use, and ends one or all others, without logging in again: decision 937.',
    where: [
      'src/server/access/own-sessions.ts',
      'src/web/access/session-list.tsx',
      'docs/decisions/access.md',
    ],
    tests: {
      'src/server/team/access.test.ts': [
        'a session ends after 30 minutes without a call, after 12 hours, by signing out and from another one',
      ],
      'src/server/access/kinds.test.ts': [
        'somebody sees their own sessions, ends one or all others, and nobody else’s',
      ],
    },
  },
  {
    id: 'V7.6.1',
    level: 2,
    line: 'Provider and own session end together',
    state: 'met',
    note: 'A session by sign-on ends twelve hours after the login at the provider, which is asked anew after that; operators’ proof wants one of five minutes. The page about log-ins says so.',
    where: ['src/server/agency/sign-on.ts', 'docs/security/log-in.md'],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'a session by sign-on ends twelve hours after the login at the provider, which is asked anew after that',
      ],
    },
  },
  {
    id: 'V7.6.2',
    level: 2,
    line: 'A session needs an act of its person',
    state: 'met',
    note: 'Every session begins with a form: a password, a passkey, or the one button of a link’s page, which scripts press for whoever opened it; a sign-on ends only in the browser whose press began it.',
    where: [
      'src/web/referral/open-link.tsx',
      'src/web/ui/form/press-at-once.tsx',
      'src/server/pages/serve-previews.ts',
    ],
    tests: {
      'src/server/operator/tenants.test.ts': [
        'a draft is nobody’s: strangers get no call, picture or host of it, and a preview ends with its session',
      ],
      'test/mailed-links.test.ts': [
        'whoever fetches the link to %s of %s begins nothing; its one button opens the page, without the token in the address',
      ],
      'test/journeys/account-pages.spec.ts': [
        'support opens an account by its link once, sees a banner, and the link is nowhere afterwards',
      ],
    },
  },
  {
    id: 'V8.1.1',
    level: 1,
    line: 'Rules of access are documented',
    state: 'met',
    note: 'Every call names its caller and right in the contract, roles are two tables that server and pages read, and tests walk each pair.',
    where: ['src/domain/operator-abilities.ts', 'src/domain/abilities.ts'],
    tests: {
      'test/walk-routes.test.ts': ['every endpoint says who may call it'],
    },
  },
  {
    id: 'V8.1.2',
    level: 2,
    line: 'Access to single fields is documented',
    state: 'met',
    note: 'Rights by role, and for each personal field the calls that answer it and the roles that may make them, are written from the contract; masking stands beside. A field is written by whoever may make a call that has it in its body.',
    where: ['docs/security/data.md', 'scripts/security/access-tables.ts'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V8.2.1',
    level: 1,
    line: 'Functions need an explicit right',
    state: 'met',
    note: 'A call without its kind of token or right is refused before its handler runs.',
    where: [],
    tests: {
      'test/walk-routes.test.ts': [
        'an endpoint that needs a token refuses no token, nonsense, and every other kind of token',
      ],
      'test/walk-operators.test.ts': ['as %s each call does what this role may, and nothing else'],
      'test/walk-roles.test.ts': [
        '%s (%s) of an agency that is %s: what the role may is done and answered, all else is refused and does nothing',
      ],
    },
  },
  {
    id: 'V8.2.2',
    level: 1,
    line: 'Nobody reaches data of others',
    state: 'met',
    note: 'Every call is tried with another person’s token and shows and changes nothing.',
    where: [],
    tests: {
      'test/walk-routes.test.ts': [
        "another person's token shows and changes nothing of the first one's",
        'what concerns one employee alone is neither shown to nor changed by colleagues of the same agency',
      ],
    },
  },
  {
    id: 'V8.2.3',
    level: 2,
    line: 'Nobody reads or writes fields beyond their right',
    state: 'met',
    note: 'Answers are encoded by the contract, unknown fields are refused, and addresses and IBANs are masked by role.',
    where: [],
    tests: {
      'test/hostile-input.test.ts': ['unknown fields are refused with a list that names them'],
      'src/server/operator/reviews.test.ts': [
        'addresses of a case are masked; who wants them in clear is in the log of each person, and a script gets none',
      ],
    },
  },
  {
    id: 'V8.3.1',
    level: 1,
    line: 'Rights are enforced on the server',
    state: 'met',
    note: 'Rights are read from the database at each call; pages only hide what a call would refuse.',
    where: [],
    tests: {
      'test/walk-roles.test.ts': ['every call of the agency area is walked in every role'],
      'src/server/team/access.test.ts': [
        'a right is given and ended at one tenant, works at once there and nowhere else',
      ],
    },
  },
  {
    id: 'V8.4.1',
    level: 2,
    line: 'Tenants cannot touch each other',
    state: 'met',
    note: 'Every table has row security by tenant that the app’s login cannot bypass, and tokens of one tenant open nothing at another; only the tenants’ settings can be read in the database before a tenant is known.',
    where: [],
    tests: {
      'test/walk-routes.test.ts': ["another tenant's token opens nothing"],
      'src/server/db/row-security.test.ts': [
        'a statement that forgets its tenant sees the rows of the own one alone, in every table',
      ],
      'test/table-rules.test.ts': [
        'every table has tenant first in every key and index, and row security that the app role cannot bypass',
      ],
    },
  },
  {
    id: 'V9.1.1',
    level: 1,
    line: 'Signed values are verified first',
    state: 'met',
    note: 'Id tokens, form tokens, previews and captcha challenges are verified before anything in them counts.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an id token with another nonce, or with a claim that was changed on its way, is refused',
      ],
      'src/server/account/access-mails.test.ts': [
        'who asks often solves a captcha; a solution counts once',
      ],
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': [
        'without a signature, although the provider announces that',
      ],
    },
  },
  {
    id: 'V9.1.2',
    level: 1,
    line: 'Only known algorithms are accepted',
    state: 'met',
    note: 'The OpenID library accepts only the asymmetric algorithms that the provider’s metadata announce, never none and no shared secret, whatever they announce; own values use HMAC-SHA-256 alone.',
    where: [
      'src/server/gateways/single-sign-on/sign-on-provider.ts',
      'src/server/pages/form-token.ts',
    ],
    tests: {
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': [
        'without a signature, although the provider announces that',
        'that is signed with the client’s secret or with the public key as one',
      ],
    },
  },
  {
    id: 'V9.1.3',
    level: 1,
    line: 'Keys come from trusted places',
    state: 'met',
    note: 'Keys of a provider come from the metadata of the configured issuer alone, never from the token.',
    where: ['src/server/gateways/single-sign-on/sign-on-provider.ts'],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an answer of another issuer is refused, and one that was begun before the settings changed',
      ],
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': [
        'whose key the provider does not publish, also where it brings the key along',
        'metadata that name another provider are refused',
      ],
    },
  },
  {
    id: 'V9.2.1',
    level: 1,
    line: 'Times in tokens are checked',
    state: 'met',
    note: 'Expiry and begin of id tokens, and expiry of form tokens, previews and challenges, are checked at each use.',
    where: ['src/server/pages/form-token.ts'],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'a sign-on that was begun more than ten minutes ago is over',
      ],
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': ['as its claims say: %s'],
    },
  },
  {
    id: 'V9.2.2',
    level: 2,
    line: 'A token serves its purpose alone',
    state: 'met',
    note: 'Tokens are looked up by kind, and signed values name their purpose in what is signed.',
    where: [],
    tests: {
      'src/server/access/kinds.test.ts': [
        'a session opens the calls of its kind and tenant alone, as a bearer and in any cookie',
      ],
      'src/server/team/sign-on.test.ts': [
        'an answer counts once, in the browser that began, for its purpose, state and issuer',
      ],
    },
  },
  {
    id: 'V9.2.3',
    level: 2,
    line: 'Tokens for others are refused',
    state: 'met',
    note: 'An id token counts for the configured client alone.',
    where: ['src/server/gateways/single-sign-on/sign-on-provider.ts'],
    tests: {
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': ['as its claims say: %s'],
    },
  },
  {
    id: 'V9.2.4',
    level: 2,
    line: 'Tokens of one key name their audience',
    state: 'not-applicable',
    note: 'No signed token is issued to another party; own values are bound to tenant and purpose.',
    where: ['src/server/pages/form-token.ts'],
    tests: {},
  },
  {
    id: 'V10.1.1',
    level: 2,
    line: 'OAuth tokens stay on the server',
    state: 'met',
    note: 'Code, id token and access token are handled on the server and kept nowhere.',
    where: ['src/server/access/sign-on.ts'],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'a good sign-on logs in whom the claims name, with a session that works',
      ],
    },
  },
  {
    id: 'V10.1.2',
    level: 2,
    line: 'Answers must belong to a begun flow',
    state: 'met',
    note: 'State, nonce and PKCE verifier cannot be guessed, are kept under the verifier’s hash and found only by the browser that began.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'a wrong state, a wrong verifier and an unknown one let nobody in',
      ],
      'test/journeys/agency-sso.long.spec.ts': [
        'an address with an answer that nobody began lets nobody in',
      ],
    },
  },
  {
    id: 'V10.2.1',
    level: 2,
    line: 'The code flow is protected against forgery',
    state: 'met',
    note: 'PKCE with S256 and a state are used at every sign-on.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'a wrong state, a wrong verifier and an unknown one let nobody in',
        'a code works once, also at the same moment, and no other code with the same verifier',
      ],
    },
  },
  {
    id: 'V10.2.2',
    level: 2,
    line: 'Providers cannot be mixed up',
    state: 'met',
    note: 'The issuer that began is kept with the sign-on and compared with the answer’s.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an answer of another issuer is refused, and one that was begun before the settings changed',
      ],
    },
  },
  {
    id: 'V10.3.1',
    level: 2,
    line: 'Access tokens are for this service',
    state: 'not-applicable',
    note: 'No call accepts OAuth access tokens of a provider; sessions are the product’s own.',
    where: ['src/server/access/authenticate.ts'],
    tests: {},
  },
  {
    id: 'V10.3.2',
    level: 2,
    line: 'Scopes of access tokens decide',
    state: 'not-applicable',
    note: 'No call accepts OAuth access tokens of a provider; sessions are the product’s own.',
    where: ['src/server/access/authenticate.ts'],
    tests: {},
  },
  {
    id: 'V10.3.3',
    level: 2,
    line: 'Access tokens name a lasting user',
    state: 'not-applicable',
    note: 'No call accepts OAuth access tokens of a provider; sessions are the product’s own.',
    where: ['src/server/access/authenticate.ts'],
    tests: {},
  },
  {
    id: 'V10.3.4',
    level: 2,
    line: 'Access tokens prove strength of log-in',
    state: 'not-applicable',
    note: 'No call accepts OAuth access tokens of a provider; sessions are the product’s own.',
    where: ['src/server/access/authenticate.ts'],
    tests: {},
  },
  {
    id: 'V10.4.1',
    level: 1,
    line: 'Redirect addresses are compared exactly',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.2',
    level: 1,
    line: 'Authorization codes work once',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.3',
    level: 1,
    line: 'Authorization codes are short-lived',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.4',
    level: 1,
    line: 'Only needed grants are allowed',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.5',
    level: 1,
    line: 'Refresh tokens cannot be replayed',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.6',
    level: 2,
    line: 'PKCE is required of clients',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.7',
    level: 2,
    line: 'Dynamic registration is restricted',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.8',
    level: 2,
    line: 'Refresh tokens expire',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.9',
    level: 2,
    line: 'Tokens can be revoked by their owner',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.10',
    level: 2,
    line: 'Confidential clients authenticate',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.4.11',
    level: 2,
    line: 'Clients get only needed scopes',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.5.1',
    level: 2,
    line: 'Id tokens cannot be replayed',
    state: 'met',
    note: 'A random nonce is sent and must stand in the id token, and each answer uses its sign-on up.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an id token with another nonce, or with a claim that was changed on its way, is refused',
        'a code works once, also at the same moment, and no other code with the same verifier',
      ],
    },
  },
  {
    id: 'V10.5.2',
    level: 2,
    line: 'People are known by issuer and subject',
    state: 'met',
    note: 'The subject claim with its issuer is stored, never an address alone.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'who is unknown is told so; the provider’s name of a person belongs to one of ours, of one agency',
      ],
    },
  },
  {
    id: 'V10.5.3',
    level: 2,
    line: 'Metadata must name the expected issuer',
    state: 'met',
    note: 'Metadata whose issuer is not the configured one are refused.',
    where: ['src/server/gateways/single-sign-on/sign-on-provider.ts'],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'an answer of another issuer is refused, and one that was begun before the settings changed',
      ],
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': [
        'metadata that name another provider are refused',
      ],
    },
  },
  {
    id: 'V10.5.4',
    level: 2,
    line: 'The id token is for this client',
    state: 'met',
    note: 'The audience of an id token must be the configured client.',
    where: ['src/server/gateways/single-sign-on/sign-on-provider.ts'],
    tests: {
      'src/server/gateways/single-sign-on/sign-on-provider.test.ts': ['as its claims say: %s'],
    },
  },
  {
    id: 'V10.5.5',
    level: 2,
    line: 'Back-channel logout is safe',
    state: 'not-applicable',
    note: 'Back-channel logout is not offered.',
    where: ['src/server/gateways/single-sign-on/sign-on-provider.ts'],
    tests: {},
  },
  {
    id: 'V10.6.1',
    level: 2,
    line: 'Only safe response types',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.6.2',
    level: 2,
    line: 'Forced logout is prevented',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.7.1',
    level: 2,
    line: 'Each authorization is consented to',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.7.2',
    level: 2,
    line: 'Consent says what it is about',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V10.7.3',
    level: 2,
    line: 'Consents can be reviewed and revoked',
    state: 'not-applicable',
    note: 'The product is no authorization server; the provider of the demo exists in demo mode alone, on this machine.',
    where: [],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
    },
  },
  {
    id: 'V11.1.1',
    level: 2,
    line: 'Key management is documented',
    state: 'met',
    note: 'Each key has its origin, owner, use, change and what to do when it leaks, and one life after NIST SP 800-57. SECRET_KEY is held by web, worker and command line alike, as each serves all tenants.',
    where: ['docs/security/cryptography.md', 'docs/operations.md'],
    tests: {},
  },
  {
    id: 'V11.1.2',
    level: 2,
    line: 'A list of all cryptography exists',
    state: 'met',
    note: 'One page lists algorithms with their place in the code, keys, secrets and certificates.',
    where: ['docs/security/cryptography.md'],
    tests: {},
  },
  {
    id: 'V11.2.1',
    level: 2,
    line: 'Known libraries do the cryptography',
    state: 'met',
    note: 'OpenSSL in Node, argon2, openid-client and the WebAuthn library do all of it; nothing is home-made.',
    where: ['src/server/base/keys.ts', 'src/server/access/password-hash.ts'],
    tests: {
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V11.2.2',
    level: 2,
    line: 'Algorithms and keys can be exchanged',
    state: 'met',
    note: 'Sealed values begin with a format, a table says what each format is, and keys and formats are exchanged while servers run.',
    where: ['src/server/base/seal-formats.ts'],
    tests: {
      'src/server/base/keys.test.ts': [
        'of before the formats had a tag still opens, at its own place, also in parts and after a new key',
      ],
      'src/cli/cli-keys.test.ts': [
        'keys rotate, run twice at once beside a working server, leaves everything readable with the new key alone',
        'are read as they are, and "keys rotate" seals them anew with the same key; cut off in the middle it loses nothing',
      ],
    },
  },
  {
    id: 'V11.2.3',
    level: 2,
    line: 'All primitives have 128 bits or more',
    state: 'decision',
    note: 'What the product makes has 128 bits of strength or more: AES-256, SHA-256, HMAC and HKDF with 256 bits, shortened hashes with 128. RS256 of others’ passkeys and providers is verified with their key, mostly RSA of 2,048 bits: decision 939.',
    where: [
      'docs/decisions/operations-and-tests.md',
      'docs/security/cryptography.md',
      'src/server/base/keys.ts',
    ],
    tests: {},
  },
  {
    id: 'V11.3.1',
    level: 1,
    line: 'No weak block modes',
    state: 'met',
    note: 'Only AES-256-GCM encrypts.',
    where: ['src/server/base/keys.ts'],
    tests: {
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V11.3.2',
    level: 1,
    line: 'Only approved ciphers',
    state: 'met',
    note: 'Only AES-256-GCM encrypts, with a random nonce each.',
    where: ['src/server/base/keys.ts'],
    tests: {
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V11.3.3',
    level: 2,
    line: 'Encrypted data cannot be altered unnoticed',
    state: 'met',
    note: 'GCM authenticates each value and binds it to tenant, table and row.',
    where: ['src/server/base/keys.ts'],
    tests: {
      'src/server/base/shared-cache.test.ts': [
        'a secret is kept encrypted, replaced by the next one, and opens for its own tenant and name only',
      ],
    },
  },
  {
    id: 'V11.4.1',
    level: 1,
    line: 'Only approved hash functions',
    state: 'met',
    note: 'SHA-256, HMAC-SHA-256, HKDF and argon2id are used; SHA-1 occurs nowhere in the sources, and MD5 makes numbers of payouts, which protect nothing.',
    where: ['src/server/base/keys.ts', 'docs/security/cryptography.md'],
    tests: {
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V11.4.2',
    level: 2,
    line: 'Passwords are stored with a slow hash',
    state: 'met',
    note: 'Argon2id with 19 MiB and two rounds, salted; a log-in renews hashes with older parameters.',
    where: ['src/server/access/password-hash.ts'],
    tests: {
      'src/server/account/login.test.ts': [
        'verifying against a missing password takes as long as against a real one',
      ],
      'src/server/access/kinds.test.ts': [
        'a hash made with less than today’s parameters is made anew at the login, once',
      ],
    },
  },
  {
    id: 'V11.4.3',
    level: 2,
    line: 'Hashes for integrity are collision resistant',
    state: 'met',
    note: 'The audit chain has 256 bits. Keyed hashes have 256, or 128 where only somebody who wants one given value could use another (secret numbers, visitors).',
    where: ['src/server/base/audit-chain-store.ts', 'docs/security/cryptography.md'],
    tests: {
      'src/server/base/audit.test.ts': [
        'a log of more rows than are read at once is followed to its end',
      ],
    },
  },
  {
    id: 'V11.4.4',
    level: 2,
    line: 'Keys from passwords are stretched',
    state: 'not-applicable',
    note: 'No key is derived from a password; SECRET_KEY is random bytes, and the start refuses one that is not.',
    where: ['src/server/env/secret-keys.ts'],
    tests: {},
  },
  {
    id: 'V11.5.1',
    level: 2,
    line: 'Secrets come from secure randomness',
    state: 'decision',
    note: 'All that is told once is random bytes; mailed links are an HMAC with a key of 256 bits, so that a mail is written again (851). The mailed code has six digits and five tries (900). Ids are UUIDs and let nobody in.',
    where: ['docs/decisions/access.md'],
    tests: {
      'src/server/access/kinds.test.ts': [
        'whoever has SECRET_KEY and the tables has no session by them',
      ],
      'test/code-rules.test.ts': ['%s are in no source, but for what is known'],
    },
  },
  {
    id: 'V11.6.1',
    level: 2,
    line: 'Signatures use approved algorithms',
    state: 'met',
    note: 'Signatures are verified by the WebAuthn and OpenID libraries; the product makes no key pairs.',
    where: ['src/server/access/passkey-ceremony.ts'],
    tests: {
      'src/server/team/access.test.ts': [
        'an answer of a passkey counts once, for its challenge, its host and its verified owner',
      ],
    },
  },
  {
    id: 'V12.1.1',
    level: 1,
    line: 'Only current TLS versions',
    state: 'decision',
    note: 'TLS ends in the proxy in front: 1.2 and 1.3 alone, as the manual says (decision 925).',
    where: ['docs/operations.md', 'docs/decisions/operations-and-tests.md'],
    tests: {},
  },
  {
    id: 'V12.1.2',
    level: 2,
    line: 'Only strong cipher suites',
    state: 'decision',
    note: 'Ciphers are those of the proxy in front: with forward secrecy and authentication alone, as the manual says (decision 925).',
    where: ['docs/operations.md', 'docs/decisions/operations-and-tests.md'],
    tests: {},
  },
  {
    id: 'V12.1.3',
    level: 2,
    line: 'Client certificates are verified',
    state: 'not-applicable',
    note: 'No client certificates are used.',
    where: ['docs/operations.md'],
    tests: {},
  },
  {
    id: 'V12.2.1',
    level: 1,
    line: 'All outside HTTP uses TLS',
    state: 'met',
    note: 'Outside the demo the start refuses an http address off loopback.',
    where: ['src/server/env/refuse-unsafe.ts'],
    tests: {
      'src/server/env/env.test.ts': [
        'a public PUBLIC_ORIGIN is refused, one of this machine is kept',
        '%s %s: refused in one sentence, but for what stays on this machine or is secured',
      ],
    },
  },
  {
    id: 'V12.2.2',
    level: 1,
    line: 'Public certificates are trusted ones',
    state: 'decision',
    note: 'The proxy gets public certificates by itself, as the manual’s example does (decision 925).',
    where: ['docs/operations.md', 'docs/decisions/operations-and-tests.md'],
    tests: {},
  },
  {
    id: 'V12.3.1',
    level: 2,
    line: 'All connections are encrypted',
    state: 'decision',
    note: 'Plain SMTP and databases without TLS are refused at the start unless allowed by name; services of tenants are asked over https alone. From the proxy to the app it is HTTP on one machine’s loopback address, or in an encrypted network: decision 925.',
    where: [
      'src/server/env/refuse-unsafe.ts',
      'docs/operations.md',
      'docs/decisions/operations-and-tests.md',
    ],
    tests: {
      'src/server/env/env.test.ts': [
        '%s %s: refused in one sentence, but for what stays on this machine or is secured',
      ],
    },
  },
  {
    id: 'V12.3.2',
    level: 2,
    line: 'Certificates of others are checked',
    state: 'met',
    note: 'Clients of HTTP, mail and the database verify certificates; the start refuses an address or a process that says otherwise. Two settings, by name, allow a database or mail server of a closed network without TLS.',
    where: [
      'src/server/gateways/http/fetch-limited.ts',
      'src/server/gateways/mail/mail-gateway.ts',
      'src/server/env/refuse-unsafe.ts',
    ],
    tests: {
      'src/server/env/env.test.ts': [
        '%s %s: refused in one sentence, but for what stays on this machine or is secured',
        'a process that would check no certificate is refused',
      ],
    },
  },
  {
    id: 'V12.3.3',
    level: 2,
    line: 'Internal services use TLS',
    state: 'decision',
    note: 'Pages call handlers within the process. The one HTTP connection inside is from the proxy to the app, on one machine’s loopback address or in an encrypted network: decision 925.',
    where: [
      'src/server/pages/make-page-context.ts',
      'docs/operations.md',
      'docs/decisions/operations-and-tests.md',
    ],
    tests: {},
  },
  {
    id: 'V12.3.4',
    level: 2,
    line: 'Internal certificates are trusted ones',
    state: 'met',
    note: 'The one internal service with a certificate is the database, elsewhere than on the same machine: it is checked against public authorities, or against those of sslrootcert alone, and the start refuses an address that leaves the check out.',
    where: ['docs/security/cryptography.md', 'src/server/env/refuse-unsafe.ts'],
    tests: {
      'src/server/env/env.test.ts': [
        '%s %s: refused in one sentence, but for what stays on this machine or is secured',
      ],
    },
  },
  {
    id: 'V13.1.1',
    level: 2,
    line: 'All connections are documented',
    state: 'met',
    note: 'One table has every connection in and out, whose address it is, what is sent, and what happens without it; those that tenants name are marked.',
    where: ['docs/security/connections.md'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V13.2.1',
    level: 2,
    line: 'Back-end parts authenticate individually',
    state: 'decision',
    note: 'Web, worker and command line can each have a database login of their own, and mail server and outside services are known by a secret each. These are passwords and keys, changed once a year at least, not tokens of a short life: decision 939.',
    where: [
      'docs/operations.md',
      'docs/decisions/operations-and-tests.md',
      'docs/security/cryptography.md',
    ],
    tests: {
      'src/server/db/own-logins.test.ts': [
        '%s, a member of the app’s role, works as the app’s login does',
      ],
    },
  },
  {
    id: 'V13.2.2',
    level: 2,
    line: 'Back-end accounts have least rights',
    state: 'met',
    note: 'Web, worker and command line each have a login that lacks what they never do, above all where money, identity and proof are; none owns anything, bypasses row security or may change the log, and the owner’s is for migrations and rotations alone.',
    where: ['src/server/db/process-rights.ts', 'src/server/db/grant-processes.ts'],
    tests: {
      'test/table-rules.test.ts': [
        'the app role owns nothing, is no superuser, cannot bypass row security, and the ledger and the audit log only grow',
      ],
      'src/server/db/column-rights.test.ts': [
        'of these tables the app deletes from those alone that retention, erasure or a corrected mark needs',
      ],
      'src/server/db/process-logins.test.ts': [
        '%s has what the app has, but for what it lacks by the list, and each line of the list takes something away',
        'a session by worker or command line, and a key or an operator’s token by a worker; links they send as before',
      ],
    },
  },
  {
    id: 'V13.2.3',
    level: 2,
    line: 'No default credentials',
    state: 'met',
    note: 'Passwords of the demo’s database are drawn at the first start; elsewhere the installer sets them and a missing value stops the start.',
    where: ['src/server/db/embedded/init-cluster.ts'],
    tests: {
      'src/server/env/env.test.ts': ['without %s does not start'],
    },
  },
  {
    id: 'V13.2.4',
    level: 2,
    line: 'Outgoing connections have an allowlist',
    state: 'decision',
    note: 'OUTBOUND_HOSTS, where the installation sets it, names the only hosts that are asked by HTTP. Without it hosts are those of tenants’ settings, which a command lists, and never private ones (decision 911).',
    where: [
      'src/server/gateways/http/where-to-ask.ts',
      'docs/security/connections.md',
      'docs/decisions/operations-and-tests.md',
    ],
    tests: {
      'src/server/gateways/http/where-to-ask.test.ts': ['with a list nobody else is asked'],
      'src/cli/cli-feed.test.ts': [
        'outbound list: which hosts settings name, for a firewall, and what is not asked',
      ],
    },
  },
  {
    id: 'V13.2.5',
    level: 2,
    line: 'The server’s outgoing requests have an allowlist',
    state: 'decision',
    note: 'As for the app: one place that all requests pass, and a list where the installation has one (decision 911).',
    where: [
      'src/server/gateways/http/where-to-ask.ts',
      'docs/security/connections.md',
      'docs/decisions/operations-and-tests.md',
    ],
    tests: {
      'src/server/gateways/http/where-to-ask.test.ts': ['with a list nobody else is asked'],
      'src/server/gateways/vouchers/tremendous.test.ts': [
        'where the server may not ask, it asks nothing: by the address, by a name that leads there, and beside a list',
      ],
    },
  },
  {
    id: 'V13.3.1',
    level: 2,
    line: 'Secrets are kept in a secret store',
    state: 'met',
    note: 'Secrets of the installation come from files that a secret store hands over; tenants’ secrets, also keys in addresses, are sealed in the database, and none stands in the sources.',
    where: ['src/server/env/secret-files.ts', 'docs/operations.md'],
    tests: {
      'src/server/env/secret-files.test.ts': [
        'every secret of the environment may be in a file, with or without a line break at its end, older keys too',
      ],
      'src/cli/cli-operation.test.ts': [
        'secret: kept encrypted from a file, named in the audit log, shown by nothing',
      ],
      'src/cli/cli-feed.test.ts': [
        'a feed’s address with a key in its query is kept sealed and used whole; settings, their file and the audit log show dots',
      ],
    },
  },
  {
    id: 'V13.3.2',
    level: 2,
    line: 'Secrets are reachable only where needed',
    state: 'met',
    note: 'Every tenant’s values have a key of their own, and row security lets a request read its own tenant’s alone. Web processes need no mail login and no process but a migrating one the owner’s; each holds SECRET_KEY, as each serves all tenants.',
    where: ['src/server/base/seal-formats.ts', 'docs/operations.md'],
    tests: {
      'src/server/base/keys.test.ts': [
        'of a tenant does not open for another one, whose key is another',
      ],
      'src/server/db/row-security.test.ts': [
        'a statement that forgets its tenant sees the rows of the own one alone, in every table',
      ],
    },
  },
  {
    id: 'V13.4.1',
    level: 1,
    line: 'No source control data in the installation',
    state: 'met',
    note: 'The manual installs a release without its .git (git archive), and built files alone are served.',
    where: ['docs/operations.md'],
    tests: {
      'test/walk-beside.test.ts': [
        'nothing of the sources, their history or settings is a file that is served',
      ],
    },
  },
  {
    id: 'V13.4.2',
    level: 2,
    line: 'Debug modes are off in production',
    state: 'met',
    note: 'Outside the demo the start refuses pages from their sources.',
    where: [],
    tests: {
      'src/server/env/env.test.ts': ['pages from their sources are refused'],
    },
  },
  {
    id: 'V13.4.3',
    level: 2,
    line: 'No directory listings',
    state: 'met',
    note: 'Files are listed at the start and served one by one; a folder is an unknown address.',
    where: ['src/server/pages/register-pages.ts'],
    tests: {
      'test/walk-beside.test.ts': [
        'documents, health calls and files are the same for everybody, at every tenant',
      ],
    },
  },
  {
    id: 'V13.4.4',
    level: 2,
    line: 'TRACE is not answered',
    state: 'met',
    note: 'No route knows TRACE, so it is an unknown address.',
    where: ['src/server/app.ts'],
    tests: {
      'test/registered-routes.test.ts': [
        'a route that nobody classified is not there: all are of the contract, open on purpose, or refuse their method',
      ],
    },
  },
  {
    id: 'V13.4.5',
    level: 2,
    line: 'Documentation and health are public on purpose',
    state: 'met',
    note: 'The description of the calls and two health calls are public by a list, since providers’ programs use them.',
    where: ['test/helpers/routes-beside.ts'],
    tests: {
      'test/walk-beside.test.ts': [
        'every route that is registered is of the contract or stands in the list beside it',
      ],
    },
  },
  {
    id: 'V14.1.1',
    level: 2,
    line: 'Sensitive data is classified',
    state: 'met',
    note: 'Five levels; every table of the database has one by a type that asks for it, and secret columns are listed from the code.',
    where: ['docs/security/data.md', 'scripts/security/data-tables.ts'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V14.1.2',
    level: 2,
    line: 'Each level has its protection written down',
    state: 'met',
    note: 'Each level has its protection: at rest, on the way, in answers, caches, addresses, logs and browsers, how long, and who sees it.',
    where: ['docs/security/data.md'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V14.2.1',
    level: 1,
    line: 'No sensitive data in addresses',
    state: 'decision',
    note: 'Mailed links carry their token in the query until a press swaps it, searches of lists stand in the page’s address, and calls of the specification have an address or Hex in the path: decision 884. A tenant’s check of customer numbers gets them in its address. The console’s search for people is sealed, our own lines hold none of it, and proxies are to log no query.',
    where: ['docs/decisions/privacy-and-law.md', 'docs/operations.md'],
    tests: {
      'src/server/log-request.test.ts': ['no line holds an address, a name, a password or a token'],
    },
  },
  {
    id: 'V14.2.2',
    level: 2,
    line: 'No sensitive data in shared caches',
    state: 'met',
    note: 'Personal answers say no-store; only public answers are kept in the process.',
    where: [],
    tests: {
      'src/server/pages/register-pages.test.ts': [
        'a page that may show a person is stored nowhere, whoever is known and however',
      ],
      'src/server/agency/promised-plans.test.ts': [
        'a picture of a reward draws it, and is kept in no cache that others share',
      ],
    },
  },
  {
    id: 'V14.2.3',
    level: 2,
    line: 'Trackers get no sensitive data',
    state: 'met',
    note: 'Matomo is asked by the server, with consent only, and gets a pseudonym, the browser’s name for itself and no address; the check of customer numbers is the provider’s own.',
    where: [],
    tests: {
      'src/server/tracking/send-goal.test.ts': [
        'a goal is told as Matomo’s tracking API asks for it, without anything that tells who it was',
        'nothing is sent for visitors without consent or who withdrew it meanwhile',
      ],
    },
  },
  {
    id: 'V14.2.4',
    level: 2,
    line: 'Protection is as documented per level',
    state: 'met',
    note: 'What the levels ask for is done: secret columns are sealed or hashed, fields are masked by role, periods are kept; where it is otherwise, the page and a record say so.',
    where: ['docs/security/data.md'],
    tests: {
      'src/server/reward/collect-reward.test.ts': ['the IBAN is nowhere in clear'],
      'src/server/retention.test.ts': [
        'thirty days after a mail was sent nobody can tell to whom or what, and it is still sent only once',
      ],
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V14.3.1',
    level: 1,
    line: 'Data leaves the browser with the session',
    state: 'decision',
    note: 'The page after a log-out clears drafts, and the browser is told to forget its cache and storage, but in a frame. What was typed when a session ran out stays for its owner, a day at most; a log-out without a connection is not done, and the browser says so: decision 883.',
    where: [
      'src/web/ui/form/draft.ts',
      'src/server/pages/register-pages.ts',
      'docs/decisions/privacy-and-law.md',
    ],
    tests: {
      'test/journeys/session.long.spec.ts': [
        'drafts hold no password, and are gone after the logout',
        'a log-out of a sales partner or an operator leaves no draft of anybody; a form that was left for the log-in keeps its own',
      ],
      'src/server/pages/register-pages.test.ts': [
        'has the browser forget what it kept of pages, and no cookies, which may be other sessions',
      ],
    },
  },
  {
    id: 'V14.3.2',
    level: 2,
    line: 'Browsers do not keep personal pages',
    state: 'met',
    note: 'Personal pages say no-store, and so do all calls but public ones.',
    where: [],
    tests: {
      'src/server/pages/register-pages.test.ts': [
        'a page that may show a person is stored nowhere, whoever is known and however',
      ],
    },
  },
  {
    id: 'V14.3.3',
    level: 2,
    line: 'Browser storage holds nothing sensitive',
    state: 'decision',
    note: 'Drafts hold no password, IBAN or consent, but names and addresses for a day, in the tab’s own storage, so that nothing typed is lost: decision 883.',
    where: ['docs/decisions/privacy-and-law.md', 'src/web/ui/form/draft.ts'],
    tests: {
      'test/journeys/session.long.spec.ts': [
        'drafts hold no password, and are gone after the logout',
        'a draft is gone a day after its last input',
      ],
      'src/web/ui/form/draft.test.ts': [
        'a draft is kept for a day after its last input; older, broken and undated ones go, and nothing else',
      ],
    },
  },
  {
    id: 'V15.1.1',
    level: 1,
    line: 'Times to mend vulnerable parts are documented',
    state: 'met',
    note: 'Times to look at and to mend an advisory by its severity, and for updates without one.',
    where: ['docs/security/parts.md'],
    tests: {},
  },
  {
    id: 'V15.1.2',
    level: 2,
    line: 'A list of all third-party parts exists',
    state: 'met',
    note: 'The lock file pins every part with its hash, and a bill of materials (CycloneDX) is made from it, in CI and for each release.',
    where: ['docs/security/parts.md', 'package-lock.json', 'package.json'],
    tests: {
      'test/third-party-parts.test.ts': ['every production part has a licence that may be shipped'],
    },
  },
  {
    id: 'V15.1.3',
    level: 2,
    line: 'Expensive functions are documented',
    state: 'met',
    note: 'One table has the dear functions with their cost and defence, and what a process does at once.',
    where: ['docs/security/limits.md'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V15.2.1',
    level: 1,
    line: 'No part is older than allowed',
    state: 'open',
    note: 'A check asks the registry for known vulnerabilities of production parts and fails for grave ones; no registry has answered it yet, so nobody can say that none is overdue.',
    where: ['scripts/vulnerabilities.ts', 'docs/security/parts.md'],
    tests: {
      'test/third-party-parts.test.ts': [
        'a high or critical vulnerability is grave, others are named',
        'an audit that was not answered says that nothing was checked, and is no failure',
      ],
    },
  },
  {
    id: 'V15.2.2',
    level: 2,
    line: 'Expensive functions cannot stop the others',
    state: 'met',
    note: 'Pictures and PDFs run a few at a time, calls, files and lists have limits, outside services time limits and breakers, and long work is a job.',
    where: [],
    tests: {
      'src/server/base/limit-parallel.test.ts': [
        'a limited number run at once, a limited number wait in order, and all others are refused at once',
      ],
      'src/server/gateways/http/circuit-breaker.test.ts': [
        'after so many failures in a row nothing is asked until the pause is over',
      ],
      'test/long/pictures.test.ts': ['memory stays bounded over 200 different pictures and sizes'],
    },
  },
  {
    id: 'V15.2.3',
    level: 2,
    line: 'Production holds only what it needs',
    state: 'met',
    note: 'Production is installed without the packages of demo, tests and build, and loads none of the demo’s code; the demo is refused outside its machine, and the development inbox opens there alone.',
    where: ['Dockerfile', 'scripts/check-machine.sh', 'src/server/main.ts'],
    tests: {
      'test/walk-beside.test.ts': [
        "no token opens demo mode to another host or another site's page, and without demo mode none of it is there",
      ],
      'test/long/production-install.test.ts': [
        'has none of the packages and files that the demo, tests and the build need, and no second Node',
      ],
      'test/safety.test.ts': [
        'server and command line load the demo, the embedded database and the inbox only when they are asked for, and no package that production lacks',
      ],
    },
  },
  {
    id: 'V15.3.1',
    level: 1,
    line: 'Answers hold only their fields',
    state: 'met',
    note: 'Answers are written by the contract’s schema, so a field that it does not name cannot leave.',
    where: ['src/server/serve.ts', 'test/wire-snapshot.test.ts'],
    tests: {
      'test/wire-snapshot.test.ts': ['the wire is as it was'],
    },
  },
  {
    id: 'V15.3.2',
    level: 2,
    line: 'Redirects of others are not followed',
    state: 'met',
    note: 'Every outgoing client refuses redirects.',
    where: [
      'src/server/gateways/customer-numbers/ask-provider.ts',
      'src/server/gateways/vouchers/tremendous.ts',
    ],
    tests: {
      'src/server/gateways/http/fetch-limited.test.ts': ['a redirect, wherever it leads'],
    },
  },
  {
    id: 'V15.3.3',
    level: 2,
    line: 'Only intended fields can be written',
    state: 'met',
    note: 'Bodies are decoded field by field, and unknown fields are refused by name.',
    where: [],
    tests: {
      'test/hostile-input.test.ts': ['unknown fields are refused with a list that names them'],
    },
  },
  {
    id: 'V15.3.4',
    level: 2,
    line: 'The visitor’s address is the real one',
    state: 'met',
    note: 'Forwarded addresses count only from named proxies and feed the limits.',
    where: [],
    tests: {
      'src/server/app.test.ts': [
        'what a proxy or a visitor says of host and scheme is not heard, also from a trusted proxy; the visitor’s address is',
      ],
    },
  },
  {
    id: 'V15.3.5',
    level: 2,
    line: 'Types are strict',
    state: 'met',
    note: 'TypeScript is strict, input is decoded to types by schemas, and the linter refuses any comparison that is not strict.',
    where: ['tsconfig.json', 'test/hostile-input.test.ts', '.oxlintrc.json'],
    tests: {},
  },
  {
    id: 'V15.3.6',
    level: 2,
    line: 'Prototypes cannot be polluted',
    state: 'met',
    note: 'Bodies with such keys do no harm, and lookups by name use own properties or maps.',
    where: ['src/contract/read-input.ts'],
    tests: {
      'test/hostile-input.test.ts': ['deep nesting, prototype keys and huge numbers do no harm'],
    },
  },
  {
    id: 'V15.3.7',
    level: 2,
    line: 'Repeated parameters are not confused',
    state: 'met',
    note: 'Path, query and body are decoded apart by their own schemas; a parameter that stands twice with two values is a list, which a schema of one refuses.',
    where: ['src/contract/read-input.ts'],
    tests: {
      'src/server/app.test.ts': [
        'a parameter that stands twice is refused, and one of the address counts in no body',
      ],
    },
  },
  {
    id: 'V16.1.1',
    level: 2,
    line: 'An inventory of logs exists',
    state: 'met',
    note: 'The log inventory lists each log with its fields, events, place, readers, use and retention.',
    where: ['docs/security/connections.md', 'docs/operations.md'],
    tests: {
      'test/security-docs.test.ts': [
        'the tables of docs/security say what the code says: `npm run coverage` writes them',
      ],
    },
  },
  {
    id: 'V16.2.1',
    level: 2,
    line: 'Log entries say who, what, when, where',
    state: 'met',
    note: "Request lines have tenant and kind of caller, the security log the caller's id and reason, failed jobs tenant, kind and id, the audit log person, session, role and request.",
    where: ['src/server/log-request.ts', 'src/server/start-jobs.ts'],
    tests: {
      'src/server/base/audit.test.ts': [
        'a row says who, in which session and role, why, and in which request',
      ],
      'src/server/log-request.test.ts': [
        'each log-in has one line: who, from which network as a hash, in which request, and no address',
        'a page has one line with tenant and kind of caller, and what it calls none',
      ],
      'src/server/jobs/jobs.test.ts': ['a job that failed is told with its tenant, kind and id'],
    },
  },
  {
    id: 'V16.2.2',
    level: 2,
    line: 'Log times are in one zone',
    state: 'met',
    note: 'Lines carry the time since 1970 and audit rows an instant, both independent of zones; the manual has all machines take their time from one source.',
    where: ['src/server/main.ts', 'docs/operations.md'],
    tests: {
      'src/server/base/audit.test.ts': [
        'a row says who, in which session and role, why, and in which request',
      ],
    },
  },
  {
    id: 'V16.2.3',
    level: 2,
    line: 'Logs go only to documented places',
    state: 'met',
    note: 'Standard output, standard error, the database and its own log, as the inventory says.',
    where: ['docs/operations.md', 'src/server/main.ts'],
    tests: {},
  },
  {
    id: 'V16.2.4',
    level: 2,
    line: 'Logs are in one readable form',
    state: 'met',
    note: 'Outside the demo standard output has JSON lines alone; sentences for a person are on standard error.',
    where: ['src/server/base/make-log.ts', 'src/server/start.ts'],
    tests: {
      'src/server/log-request.test.ts': [
        'each log-in has one line: who, from which network as a hash, in which request, and no address',
      ],
    },
  },
  {
    id: 'V16.2.5',
    level: 2,
    line: 'Sensitive data is not logged',
    state: 'met',
    note: 'Log calls name no person, token or body, and a test reads every one of them; errors lose what they quote.',
    where: ['src/server/base/make-log.ts'],
    tests: {
      'test/safety.test.ts': ['log calls name no person: no address, name, IBAN, token or body'],
      'src/server/log-request.test.ts': [
        'no line holds an address, a name, a password or a token',
        'an error is logged with its message, and without what it quotes or the values of a row',
      ],
    },
  },
  {
    id: 'V16.3.1',
    level: 2,
    line: 'All log-ins are logged',
    state: 'met',
    note: 'The security log has a line for each log-in, by the call that began it, and each refused one, wrong codes and a password that waits for its passkey included; new passwords, passkeys and ended sessions are in the audit log.',
    where: ['src/server/base/security-log.ts'],
    tests: {
      'src/server/log-request.test.ts': [
        'each log-in has one line: who, from which network as a hash, in which request, and no address',
        'each kind of refusal has one line with its reason',
      ],
      'src/server/account/login.test.ts': [
        'an admin token logs in once, within 5 minutes, as support, and says so in the audit log',
      ],
    },
  },
  {
    id: 'V16.3.2',
    level: 2,
    line: 'Refused access is logged',
    state: 'met',
    note: 'The security log has refused rights, tokens and keys with tenant, caller and reason.',
    where: ['src/server/base/security-log.ts', 'src/server/log-request.ts'],
    tests: {
      'src/server/log-request.test.ts': ['each kind of refusal has one line with its reason'],
    },
  },
  {
    id: 'V16.3.3',
    level: 2,
    line: 'Attempts to get around controls are logged',
    state: 'met',
    note: 'Limits, captchas, refused tokens and refused forms have a line each; whatever else is refused, input that breaks a rule too, says why in its request’s line. Limits are counted for operators as well.',
    where: ['src/server/base/security-log.ts'],
    tests: {
      'src/server/log-request.test.ts': [
        'a captcha that is asked for and one that is wrong have a line each',
        'a form that is not of this page is an event',
        'a call that is refused says why by the catalogue’s name, also where that is no event',
      ],
      'src/server/operator/operations.test.ts': [
        'a limit that turned somebody away is a count, without who it was',
      ],
    },
  },
  {
    id: 'V16.3.4',
    level: 2,
    line: 'Unexpected failures are logged',
    state: 'met',
    note: 'Failures are logged by name, code and message with request id or job; those of TLS carry their code.',
    where: ['src/server/answer-error.ts', 'src/server/base/make-log.ts'],
    tests: {
      'src/server/log-request.test.ts': [
        'an error is logged with its message, and without what it quotes or the values of a row',
      ],
    },
  },
  {
    id: 'V16.4.1',
    level: 2,
    line: 'Nothing typed can forge a log line',
    state: 'met',
    note: 'Lines are JSON, so line breaks and quotes are escaped.',
    where: ['src/server/app.ts'],
    tests: {
      'src/server/log-request.test.ts': [
        'each log-in has one line: who, from which network as a hash, in which request, and no address',
      ],
    },
  },
  {
    id: 'V16.4.2',
    level: 2,
    line: 'Logs cannot be changed',
    state: 'met',
    note: 'The audit log only grows by rights of the database, and a chain of hashes shows any change; process logs belong to the service manager.',
    where: [],
    tests: {
      'src/server/base/audit.test.ts': ['by the app’s login: %s', 'by the owner’s: %s'],
      'test/table-rules.test.ts': [
        'the app role owns nothing, is no superuser, cannot bypass row security, and the ledger and the audit log only grow',
      ],
    },
  },
  {
    id: 'V16.4.3',
    level: 2,
    line: 'Logs are sent to another system',
    state: 'met',
    note: 'Shipping to a machine that the app cannot write to, and retention, are described.',
    where: ['docs/operations.md'],
    tests: {},
  },
  {
    id: 'V16.5.1',
    level: 2,
    line: 'Errors tell nothing of the inside',
    state: 'met',
    note: 'Only texts of the catalogue and a request id leave the process.',
    where: [],
    tests: {
      'test/technical-error.test.ts': [
        'a call answers PSOF0001 with an id to ask about, in the language of the caller, and nothing of what it was',
        'what was sent stands in no answer, and can be sent again',
      ],
    },
  },
  {
    id: 'V16.5.2',
    level: 2,
    line: 'Missing outside services do not stop the product',
    state: 'met',
    note: 'Outside services have time limits, breakers and kept copies.',
    where: [],
    tests: {
      'src/server/agency/sign-on.test.ts': [
        'a provider that is down or too slow is said to be away, in seconds, and the password still works',
      ],
      'test/journeys/content-service.long.spec.ts': [
        'a content service that is away: its last copy is shown, and without one the page says so and all others work',
      ],
      'src/server/content/content-assets.test.ts': [
        'is not asked for while the service fails time and again, and is there when it is back',
      ],
    },
  },
  {
    id: 'V16.5.3',
    level: 2,
    line: 'Failures never let something through',
    state: 'met',
    note: 'A failure rolls its transaction back; rights and proofs are checked before anything is written.',
    where: [],
    tests: {
      'src/server/jobs/jobs.test.ts': ['a job of a rolled back transaction never runs'],
      'test/long/faults.test.ts': [
        'kills of the server and of PostgreSQL under load lose and double nothing that was acknowledged (SEED=${seed})',
      ],
    },
  },
  {
    id: 'V17.1.1',
    level: 2,
    line: 'TURN reaches no internal addresses',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V17.2.1',
    level: 2,
    line: 'DTLS keys are managed',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V17.2.2',
    level: 2,
    line: 'DTLS ciphers are approved',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V17.2.3',
    level: 2,
    line: 'SRTP is authenticated',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V17.2.4',
    level: 2,
    line: 'Broken SRTP packets do no harm',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V17.3.1',
    level: 2,
    line: 'Signalling withstands floods',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
  {
    id: 'V17.3.2',
    level: 2,
    line: 'Signalling withstands broken messages',
    state: 'not-applicable',
    note: 'The product has no audio, video or WebRTC.',
    where: ['package.json'],
    tests: {},
  },
]
