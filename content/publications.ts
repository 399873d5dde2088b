/** Splits a list of hosts that is written as running text. */
const hosts = (text: string) => text.trim().split(/\s+/);

/** Papers, magazines, broadcasters, trade press, institutes: hosts with an editor. A host takes its subdomains along. */
export const KNOWN_PUBLICATIONS = hosts(`
  36kr.com 80.lv aaj.tv abc.net.au abc7news.com acquired.fm adage.com advocate.com aicd.com.au aier.org ain.ua ambito.com
  ajunews.com alarabiya.net app2top.com asiaone.com baltimoresun.com bbc.co.uk bcbusiness.ca
  beijingtoday.com.cn belfasttelegraph.co.uk benzinga.com bigthink.com bilanz.ch biz-journal.jp
  biznews.com bloomberg.com braziljournal.com busan.com business-standard.com business.nikkeibp.co.jp businessinsider.com
  businessnewsaustralia.com businessoffashion.com businesspost.co.kr businesstech.co.za businesstoday.com.mt capitalethiopia.com
  cash.ch changelog.com chicagobusiness.com chicagomag.com chicagotribune.com chinadaily.com.cn
  chosun.com cityam.com clarin.com clutchmagonline.com cnbc.com cnet.com cnn.com cw.com.tw dailygame.co.kr
  dailymail.co.uk dailysabah.com dallasobserver.com datanews.knack.be dbr.donga.com decideurs-magazine.com decrypt.co destructoid.com
  diamond.jp diariodepernambuco.com.br digiday.com digitalcameraworld.com donga.com dotesports.com ecns.cn edge-online.com elpais.com.uy eltiempo.com
  eluniverso.com engadget.com entrepreneur.com escapistmagazine.com esquirekorea.co.kr estadao.com.br etnews.com
  etoday.co.kr eurogamer.net euronews.com every.to exame.abril.com.br exame.com expreso.ec fashionmagazine.com fashionnetwork.com fashionsnap.com fashionunited.com.br
  fastcompany.com financemagnates.com fnnews.com forbes.com.au forbesindia.com forbesjapan.com foxbusiness.com freepressjournal.in
  gamasutra.com gamebusiness.jp gamedeveloper.com gamelook.com.cn gamesindustry.biz gamespark.jp
  gamesradar.com gamestar.de gametoc.co.kr gamezone.com gentosha-go.com globalnews.ca gvm.com.tw handelszeitung.ch
  hani.co.kr hankyung.com hollywoodreporter.com huffingtonpost.kr huffpost.com ibtimes.com idnes.cz
  inc.com incheonilbo.com indiatoday.in indiehackers.com inews24.com infobae.com inside.com.tw internetnews.com
  inven.co.kr inverse.com iol.co.za itv.com j-cast.com jbpress.ismedia.jp joins.com joongang.co.kr
  journaldunet.com jsonline.com kedglobal.com kmib.co.kr kompas.com kontan.co.id knowledge.wharton.upenn.edu koreaherald.com koreatimes.com
  kotaku.com lanacion.com.ar latimes.com libertaddigital.com livemint.com loopinsight.com lupa.cz
  magazine.chichi.co.jp mainichi.jp manoramanews.com maravipost.com marketscreener.com maximumpc.com
  mcvuk.com mediapost.com mid-day.com mixergy.com modernhealthcare.com moneycontrol.com mybroadband.co.za nab.com.au
  newindianexpress.com news24.com newser.com newsis.com newson6.com newsway.co.kr nextbigwhat.com niemanlab.org
  netshop.impress.co.jp nikkan.co.jp nikkei-science.com nikkei.com nikkeibp.co.jp noisypixel.net novinky.cz npr.org nzherald.co.nz
  observer.com old.gigaom.com omr.com outlookbusiness.com pandaily.com pcgamer.com pcgamesn.com
  pedestrian.tv people.cn pocketgamer.co.uk pocketgamer.com polygon.com portafolio.co pressgazette.co.uk primicias.ec psu.edu radio.cz
  redbull.com ritholtz.com rockpapershotgun.com rollingstone.com sambadenglish.com sedaily.com shine.cn
  shropshirestar.com sifted.eu sportsbusinessjournal.com siliconrepublic.com sina.com.cn sixthtone.com smartcompany.com.au smh.com.au sramanamitra.com
  srf.ch staradvertiser.com startupsfortherestofus.com stlpr.org stopgame.ru straitstimes.com
  taipeitimes.com tbs.co.jp tech.eu techcrunch.com technode.com theglobeandmail.com
  thehindubusinessline.com theinformation.com theedgemarkets.com thelogic.co thenationalnews.com theringer.com thestar.com
  thetimes.co.uk theverge.com thisisgame.com timesofmalta.com tmtpost.com toucharcade.com toyokeizai.net
  tv-tokyo.co.jp usatoday.com variety.com vator.tv vc.ru vcstar.com ventureburn.com vogue.me
  washingtonpost.com wealthsimple.com weekinchina.com wired.co.uk wired.com wptavern.com wwd.com
  yahoo.com yali.state.gov yourstory.com zdnet.com
`);

/**
 * Where founders and companies speak for themselves elsewhere than on the company's own website: their
 * blogs, filings and releases, and interviews in their own words.
 */
export const FIRST_HAND = hosts(`
  adamwathan.me assets.fireside.fm benfrancis.com blog.craftz.dog blog.founderpath.com
  blog.healthchecks.io blog.pinboard.in bobbyvoicu.com capedge.com casparwre.de chainthink.cn
  davidsnotes.substack.com ethannicholas.com financialreports.eu foundation.wikimedia.org
  founderquestpodcast.com garrettdimon.com github.com globenewswire.com jepson.no jmduke.com
  john.onolan.org levels.io mail-archive.com marco.org mark.blog milliondollarhomepage.com mtlynch.io
  nathanbarry.com news.tonydinh.com nicolevanderhoeven.com patwalls.com red-gate.com
  redditblog.blogspot.com rome.ro sahillavingia.com sec.gov sfi.org.bm simonowens.substack.com solofounders.com stonemaiergames.com
  thenathanbarryshow.transistor.fm tom.preston-werner.com topenddevs.com tylertringas.com uglyrobot.dev weeknotes.buttondown.email world.hey.com
`);
