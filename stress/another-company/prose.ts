/**
 * The second company's words in place of the first one's, by file from the top of the repository. Each first
 * text must be there; where it is prose, it must not be found in what is built afterwards.
 */
export const prose: Record<string, readonly (readonly [first: string, second: string])[]> = {
  "app/src/content/pictures.ts": [
    ['accent = "lime-green"', 'accent = "yellow"'],
    ['machines = "green"', 'machines = "blue"'],
    ["Peachtree Park", "Uptown Park"],
    ["Midtown and Downtown", "Uptown"],
    ["The two brothers, in orange", "The father and the son, in orange"],
    ["the brothers' truck and the two of them", "the company's truck and the two owners"],
  ],
  "app/src/content/founders.ts": [
    ["Eli Marlowe", "Walt Calder"],
    [
      "A certified arborist. He is the one in the tree. Eighteen years on a rope, and he still walks around your flower beds, not through them.",
      "A certified arborist with forty years on a rope. His knees would rather he stopped. He has promised them twice.",
    ],
    ["Jonah Marlowe", "Reid Calder"],
    [
      "A certified arborist too, by way of losing a bet. He runs the ground, the crane and the calendar, and his is the voice on the phone at 3 a.m.",
      "A certified arborist since he was old enough to sit the exam. He holds the rope, keeps the books and picks up the phone at night.",
    ],
  ],
  "app/src/content/promises.ts": [["permitInches = 6", "permitInches = 30"]],
  "app/src/content/statistics.ts": [
    ["averageRating = 4.9", "averageRating = 4.8"],
    ["500+", "3,000+"],
  ],
  "app/src/content/testimonials.ts": [
    ["loblolly-over-the-nursery", "pine-over-the-porch"],
    ["Patricia W.", "Lorraine S."],
    ['"Decatur", "DeKalb"', '"Waxhaw", "Union"'],
    [
      "A 90-foot pine leaned over the baby’s room. They took it down in eleven pieces and I never heard one hit the ground. She slept through most of it.",
      "The pine stood a yard from the porch, and my ferns hang on that porch. Fourteen pieces came down past them. I counted. All nine ferns are well.",
    ],
    ["carport-at-ten-past-two", "maple-on-the-shed"],
    ["Dana R.", "Curtis B."],
    ['"Marietta", "Cobb"', '"Concord", "Cabarrus"'],
    [
      "The oak came through the carport at ten past two in the morning. Jonah picked up on the third ring, they were here by half past three, and there was a tarp on before it got light.",
      "A maple lay on the shed with my mower in it. Reid answered at midnight, and by breakfast I could mow.",
    ],
    ["white-oak-not-topped", "willow-oak-that-stayed"],
    ["Henry T.", "Amara O."],
    ['"Kirkwood", "Atlanta"', '"Dilworth", "Charlotte"'],
    [
      "I wanted the white oak topped. Eli said no, told me why for ten minutes, and thinned it instead. You can’t tell that anything was cut, except that I have grass again.",
      "Walt talked me out of cutting down our willow oak. He pruned it, charged me for that, and we still sit under it.",
    ],
    ["four-stumps-before-lunch", "two-stumps-and-a-dog"],
    ["Marisol G.", "Dmitri L."],
    ['"Lawrenceville", "Gwinnett"', '"Belmont", "Gaston"'],
    [
      "Four stumps, gone before lunch. They had the lines marked first. The last company didn’t, and we had no internet for a week.",
      "Two stumps out, holes filled, and they shut the gate behind them each time. The dog was disappointed.",
    ],
    ["a-creek-in-canton", "fence-line-in-rock-hill"],
    ["Joan and Bill P.", "The Okafor family"],
    ['"Canton", "Cherokee"', '"Rock Hill", "York"'],
    [
      "Half an acre of privet and fallen pine behind the house. Three days later we found out that we own a creek. They marked the good trees first and not one of them has a scratch.",
      "They cleared the fence line in two days and left every dogwood we had tied a ribbon on. We have neighbors again, it turns out.",
    ],
    ["sixty-two-trees", "school-parking-lot"],
    ["Terrence M.", "Ines V."],
    ['"Sandy Springs", "Fulton"', '"Monroe", "Union"'],
    [
      "I manage an office park with 62 trees. They come on Saturdays, when the lots are empty, and the insurance certificate is in my inbox before I ask. Third year running.",
      "I look after a school. They come in the holidays, bring their paperwork without being asked, and the parking lot is swept when they go.",
    ],
  ],
  "app/src/styles/app.css": [["%233b2a1f", "%2333271f"]],
  "app/src/routes/about/content.ts": [
    ["Two brothers who climb", "A father and a son who climb"],
    ["there are two of us to blame", "the two of us sign every estimate"],
    [
      "One brother hangs in the tree on its upper end, the other stands",
      "The father hangs in the tree on its upper end, the son stands",
    ],
    ["It began with a water oak in Kirkwood", "It began with a willow oak in Dilworth"],
    [
      "we had one pickup, two ropes and a chipper borrowed from our uncle.",
      "there were the two of us, one rope and one rake.",
    ],
    [
      "held the rope, drove, answered the phone and wrote the invoices at the kitchen table.",
      "was twelve and raked.",
    ],
    [
      "Our first customer had two quotes to take her water oak down.",
      "The first tree was a willow oak that the sidewalk had lost to.",
    ],
    [
      "went up to look, found sound wood where the others had assumed rot, took out 300 pounds of dead limbs and left the tree standing. It still is. The next four jobs were on the same street.",
      "pruned it, the city moved the sidewalk, and both are there.",
    ],
    [
      "There is a bucket truck now, a grinder, and a crane when a tree leaves us no other way. A certified arborist looks at every tree before it is cut. Our uncle has his chipper back.",
      "Both of us climb now, and both of us rake. A certified arborist looks at every tree before it is cut.",
    ],
    [
      "We are brothers, and our mother reads the reviews. We work accordingly.",
      "We are father and son, and we have lunch together. We work so that it stays a good lunch.",
    ],
  ],
  "app/src/routes/about/meta.ts": [
    ["two brothers who climb", "a father and a son who climb"],
    [
      "How two brothers, two ropes and a borrowed chipper became a tree-care company in",
      "How a father, a son and a rake became a tree-care company in",
    ],
  ],
  "app/src/routes/cleanup/content.ts": [["one yard in Tucker", "one yard in Gastonia"]],
  "app/src/routes/home/content.ts": [
    ["Two brothers who climb.", "A father and a son who climb."],
    ["Two brothers own the company.", "A father and a son own the company."],
    ["One pickup, two ropes, a borrowed chipper", "One rope, one rake, and a boy of twelve"],
    ["held the other end of the rope, and the chipper was our uncle’s.", "raked after school."],
    [
      "the company is still the two of us and the crew we trained. We still look at every tree ourselves, and we still sweep your driveway.",
      "the rake is still on the truck. One of us looks at every tree, and neither of us leaves before the driveway is swept.",
    ],
  ],
  "app/src/routes/home/meta.ts": [["Two brothers who climb.", "A father and a son who climb."]],
  "app/src/routes/portfolio/content.ts": [
    ["crane-removal-marietta", "crane-removal-weddington"],
    ["A dead pine over the ridge", "The pine by the chimney"],
    ['"Marietta", "Cobb"', '"Weddington", "Union"'],
    [
      "A 95-foot loblolly, killed by bark beetles, four feet from the chimney and too brittle to climb. The crane held each section before we cut it. Nine picks, six hours, one dent in the lawn, filled.",
      "A dead loblolly, 88 feet, in a yard with no way in but over the house. The crane stood in the street. Seven picks and one morning.",
    ],
    ["crown-thinning-kirkwood", "crown-thinning-dilworth"],
    ["A white oak that stayed", "Light for a kitchen"],
    ['"Kirkwood", "Atlanta"', '"Dilworth", "Charlotte"'],
    [
      "Over a century old and 80 feet wide. The owner wanted it topped. We took out the dead wood and about a sixth of the live crown in a January day, and the house has light again.",
      "A white oak from before the streetcar. We thinned an eighth of its crown in February. The owners have switched off a lamp.",
    ],
    ["oak-on-roof-tucker", "oak-on-roof-fort-mill"],
    ["A water oak in the attic", "An oak across the ridge"],
    ['"Tucker", "DeKalb"', '"Fort Mill", "York"'],
    [
      "Hollow at the base, down in a March storm at dusk. On site in 70 minutes, off the roof by midnight, tarped by one. The photographs went to the insurer the next morning.",
      "Uprooted in a wet October. The crane came at seven, the oak was off by noon, and the roofer took over the ladder from us.",
    ],
    ["stump-row-snellville", "stump-row-indian-trail"],
    ["Five pears, no more", "A row of five"],
    ['"Snellville", "Gwinnett"', '"Indian Trail", "Union"'],
    [
      "A row of Bradford pears had split one after the other. We ground the stumps, 14 to 22 inches across, to a foot below the grass in one morning. Young white oaks stand there now, three feet over.",
      "Bradford pears along a fence, cut by somebody else and left at knee height. Ground to ten inches below the lawn between breakfast and lunch.",
    ],
    ["lot-clearing-ball-ground", "lot-clearing-mount-holly"],
    ["An acre under the privet", "A lawn nobody had met"],
    ['"Ball Ground", "Cherokee"', '"Mount Holly", "Gaston"'],
    [
      "Twenty years of privet, ivy and fallen pine. We marked 31 trees to keep, among them a tulip poplar nobody had seen in years, and chipped the rest. Four days, no trench, no ruts.",
      "Privet taller than the porch, and ivy on the privet. We kept two pines and a crape myrtle and chipped the rest in three days.",
    ],
    ["office-park-alpharetta", "office-park-kannapolis"],
    ["Forty trees before Monday", "Twenty-six oaks on a Saturday"],
    ['"Alpharetta", "Fulton"', '"Kannapolis", "Cabarrus"'],
    [
      "Willow oaks and crape myrtles along two parking lots. Signs, lamps and windows cleared in one Saturday while the lots were empty. The myrtles were thinned. We don’t top myrtles.",
      "Willow oaks around an office park. Every lamp shines on its lane again, and every sign can be read from the road.",
    ],
  ],
  "app/src/routes/portfolio/meta.ts": [
    ["crane tree removal Marietta", "crane tree removal Weddington"],
    ["commercial tree care Alpharetta", "commercial tree care Kannapolis"],
    ["an acre of privet", "a yard of privet"],
  ],
  "app/src/routes/storm-damage/content.ts": [
    [
      "A water oak, hollow at the base, split in a March wind. Off the house before dark, roof under a tarp.",
      "Half of a red oak on the bedroom. Lifted off the same day, and the rain stayed outside.",
    ],
    [
      "A tulip poplar across the only way out. Two cuts, a loader, and the nurse who lives there made her shift.",
      "An oak across the drive and a car behind it. We cut out the middle, and the car went to work.",
    ],
    [
      "A limb over a swing set, held by a strip as wide as a hand. Roped from above and lowered whole.",
      "A broken limb over a parked car, held by its bark. Tied, cut and set down beside the car.",
    ],
    [
      "Ice on the pines, no power on the street, one truck with its work lights on.",
      "Freezing rain, a dark street, and two men with lamps on their helmets.",
    ],
  ],
};
