/** Services whose addresses hide where they lead. A vendor’s own (aka.ms, g.co) leads to that vendor only. */
export const shorteners: ReadonlySet<string> = new Set(
  `bit.ly bitly.com j.mp t.co tinyurl.com goo.gl ow.ly is.gd v.gd buff.ly rebrand.ly cutt.ly t.ly rb.gy shorturl.at shorturl.asia
  lnkd.in s.id tiny.cc bl.ink adf.ly dlvr.it qr.ae shorte.st urlz.fr x.co clck.ru dwz.cn url.cn suo.im t.cn reurl.cc n9.cl
  soo.gd tr.im amzn.to fb.me wp.me hubs.ly short.io git.io kutt.it u.to vk.cc bc.vc ouo.io linktr.ee trib.al shrtco.de
  tinyurl.at 1url.com tny.im zpr.io mcaf.ee href.li han.gl me2.do bit.do short.gy surl.li l.ead.me grabify.link iplogger.org
  iplogger.com 2no.co yip.su`.split(/\s+/),
)

/** Services that exist to record what is sent to them, and tunnels to a stranger’s machine. */
export const carriers: readonly string[] = [
  'webhook.site',
  'requestbin.com',
  'requestbin.net',
  'pipedream.net',
  'requestcatcher.com',
  'beeceptor.com',
  'interact.sh',
  'oast.fun',
  'oast.live',
  'oast.me',
  'oast.online',
  'oast.pro',
  'oast.site',
  'burpcollaborator.net',
  'oastify.com',
  'dnslog.cn',
  'ceye.io',
  'canarytokens.com',
  'ngrok.io',
  'ngrok.app',
  'ngrok-free.app',
  'ngrok-free.dev',
  'trycloudflare.com',
  'loca.lt',
  'serveo.net',
  'localhost.run',
  'transfer.sh',
  'file.io',
  'temp.sh',
  '0x0.st',
]
