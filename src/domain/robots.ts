// Tells browsers from robots that fetch a link preview. Robots get the preview and never count as a click (domain.md section 5).

// Robots with a browser's name beside their own. In-app browsers (FBAN, FBAV, Instagram, WhatsApp, Line, LinkedInApp after
// Mozilla/5.0) have none of these: people use them.
const marks = [
  'bot/',
  'bot;',
  'bot)',
  'bot ',
  'bot-',
  'bot,',
  'robot',
  'crawl',
  'spider',
  'slurp',
  'scraper',
  'fetcher',
  'preview',
  'externalhit',
  'externalagent',
  'facebot',
  'facebookcatalog',
  'mediapartners-google',
  'google-inspectiontool',
  'google-safety',
  'google-read-aloud',
  'googleother',
  'google favicon',
  'feedfetcher',
  'apis-google',
  'duplexweb-google',
  'storebot-google',
  'bytespider',
  'baiduspider',
  'yandex.com/bots',
  'ia_archiver',
  'archive.org',
  'embedly',
  'quora link',
  'outbrain',
  'vkshare',
  'w3c_validator',
  'skypeuri',
  'snap url',
  'iframely',
  'nuzzel',
  'flipboardproxy',
  'qwantify',
  'bitrix link',
  'xing-content',
  'linkcheck',
  'pingdom',
  'uptime',
  'statuscake',
  'gtmetrix',
  'chrome-lighthouse',
  'pagespeed',
  'barracuda',
  'proofpoint',
  'mimecast',
  'safelinks',
  'urldefense',
  'trendmicro',
  'gptbot',
  'chatgpt-user',
  'oai-searchbot',
  'claude-web',
  'perplexity',
  'ccbot',
  'cohere-ai',
  '+http',
  'ptst/',
]

const messengers = /^(?:whatsapp|signal|telegram|viber|skype|slack|threema|embedly)/

// Phones of the maker Cubot are no robots.
const phones = /\bcubot/g

export function isRobot(userAgent: string | undefined): boolean {
  const agent = (userAgent ?? '').trim().toLowerCase().slice(0, 1_000)
  // Messengers fetch previews under their own name alone; their browsers put it after Mozilla/5.0.
  if (agent === '' || messengers.test(agent)) return true
  const named = `${agent.replace(phones, '')} `
  return marks.some((mark) => named.includes(mark))
}
