// Search phrases by endpoint, in users' own words: agents find operations by these.
export const asks = {
  fieldGoalPointsV2: ['How many points is a 45-yard field goal worth?', 'Expected points of field goals by distance'],
  fpiRatingsV2: ['Football power index of teams', 'What is the FPI ranking?', 'Strength of record and of schedule'],
  gameHavocV2: ['Havoc rate of a defense in each game', 'How much havoc did the front seven cause?'],
  teamsAtsV2: ['Which teams cover the spread most often?', 'Record of a team against the spread'],
  adjustedTeamsV2: ['Opponent-adjusted EPA of teams', 'Efficiency of teams adjusted for their schedule'],
  adjustedPassersV2: [
    'Opponent-adjusted passing EPA of quarterbacks',
    'Best passers adjusted for the defenses they faced',
  ],
  adjustedRunnersV2: ['Opponent-adjusted rushing EPA of players', 'Best runners adjusted for the defenses they faced'],
  kickersV2: ['Which kicker adds the most points?', 'Points above replacement of kickers'],
  accountV2: ['How many calls does my football key have left?', 'Which tier does my key belong to?'],
  calendar: ['When does each week of the season start?', 'Which weeks does the football season have?'],
  coaches: [
    'Who coaches Alabama?',
    'Win record of a head coach over the years',
    'Which coaches did a school have?',
    'Career of a coach with wins and losses',
  ],
  conferences: ['Which conferences are there in college football?', 'List the leagues such as SEC and Big Ten'],
  draftPicks: [
    'Who was picked first in the NFL draft?',
    'Players drafted from one college',
    'Draft selections of a year',
    'Which college players went to the pros?',
  ],
  draftPositions: ['Which positions exist in the draft?', 'Position names and abbreviations for the draft'],
  draftTeams: ['Which NFL teams pick in the draft?', 'List the professional teams'],
  drives: [
    'How did each possession of the game end?',
    'Drives of a team that ended with touchdowns',
    'Yards and time per drive',
  ],
  advancedBoxScore: ['Advanced box score of one game', 'Detailed efficiency of both teams in a game'],
  games: [
    'What were the results on Saturday?',
    'Who won the game between two schools?',
    'Did one team beat another, and by how much?',
    'Final scores of a week or bowl',
  ],
  gameMedia: [
    'Which TV channel shows the game?',
    'Where can I watch or stream a match?',
    'Broadcast networks of games',
    'On which channel or radio is kick-off?',
  ],
  playerGameStats: [
    'How many yards did the quarterback throw in that game?',
    'Individual player stats of one game',
    'Box score by player',
  ],
  teamGameStats: ['Team stats of a single game', 'Turnovers and first downs of both teams in a game'],
  gameWeather: [
    'What was the weather at the game?',
    'Temperature and wind during a match',
    'Was it raining at kick-off?',
  ],
  lines: [
    'What is the point spread of the game?',
    'Betting odds and over/under for this week',
    "Bookmakers' lines on a match",
    'Which team is favoured by the bookmakers?',
  ],
  livePlays: ['What is happening in the game right now?', 'Live play-by-play of a running match'],
  winProbability: ['How did the chances of winning change during the game?', 'Win probability after each play'],
  pregameWinProbability: ['Who is the favourite before kick-off?', 'Chance of the home team to win, before the match'],
  playStatTypes: ['Which kinds of player stats do plays record?', 'List types of play statistics'],
  playStats: [
    'Which players were involved in each play?',
    'Player statistics play by play',
    'Who made the tackle or the catch on a play?',
  ],
  playTypes: ['Which kinds of plays are there?', 'List types such as rush, pass and punt'],
  transferPortal: [
    'Which players are changing schools?',
    'Who is in the transfer portal this year?',
    'Transfers to a team',
  ],
  returningProduction: ["How much of last year's production comes back?", 'Which teams return most of their offence?'],
  searchPlayers: [
    'Find a player by name',
    'Which team does this footballer play for?',
    "Look up an athlete's height and position",
  ],
  playerUsage: ['How often was a player used?', 'Share of plays that went to each receiver or runner'],
  plays: [
    'Show all plays of a week',
    'Play-by-play of a finished game',
    'Third-down plays of a team',
    'Every down of a game with yards gained',
  ],
  ppaByGame: ['Expected points added per game for a team', 'PPA of a team in each game'],
  ppaByPlayerGame: ['Expected points added by a player in each game', 'PPA of players by week'],
  ppaByPlayerSeason: ['Which players added the most expected points this season?', 'Season PPA of players'],
  predictedPoints: [
    'How many points are expected on third and five?',
    'Expected points by field position, down and distance',
  ],
  ppaByTeam: [
    'Which teams have the best predicted points added over a season?',
    'Season PPA of teams, offence and defence',
  ],
  rankings: [
    'Who is number one in the AP poll?',
    'Top 25 this week',
    'Coaches poll rankings',
    'Where is a team ranked nationally?',
  ],
  eloRatings: ['Which team has the highest Elo?', 'Elo rating of a school'],
  spRatings: ['SP+ rating of a team', 'Which team is best by SP+?'],
  conferenceSpRatings: ['Which conference is strongest by SP+?', 'Average SP+ of conferences'],
  srsRatings: ['SRS of teams', 'Rank teams by the simple rating system'],
  records: [
    'How many games has the team won and lost?',
    'Home and away record of a school',
    'Season record',
    'How did a school do in a season?',
  ],
  recruitingGroups: ['Which team recruits quarterbacks best?', 'Recruiting by position group over several years'],
  recruits: [
    'Who are the best high school recruits?',
    'Five-star prospects of this class',
    'Where did a recruit commit?',
    'Commits and stars of prospects by state and position',
  ],
  teamRecruitingRankings: ['Who has the best recruiting class?', 'Recruiting ranks of schools'],
  roster: [
    'Who plays for this team?',
    'List the squad of a college',
    'Jersey numbers and positions of a roster',
    "Freshmen, seniors and numbers of a team's squad",
  ],
  scoreboard: ['What are the scores right now?', 'Which games are on today and how do they stand?'],
  statCategories: ['Which team statistics exist?', 'List names of stat categories'],
  advancedGameStats: ['Success rate and explosiveness by game', 'Advanced stats of a team in every match'],
  playerSeasonStats: [
    'Who leads the country in rushing yards?',
    'Season stats of a player',
    'Top passers of the year',
    'Who had the most touchdowns, tackles or interceptions this year?',
  ],
  teamSeasonStats: ['Total yards of a team this season', 'Season totals of a team, such as penalties and turnovers'],
  advancedSeasonStats: ['Advanced season metrics of teams', 'Success rate, havoc and line yards over a season'],
  talent: ['Which roster is the most talented?', 'Talent composite of teams'],
  teams: [
    'Which teams are in the conference?',
    'Colours, logo and mascot of a school',
    'List all college teams',
    'Mascots, abbreviations and locations of schools',
  ],
  fbsTeams: ['Which teams play in the top division?', 'List FBS schools of a year'],
  matchup: [
    'How often have two rivals met, and who leads?',
    'Head-to-head history of two schools',
    'All-time series between teams',
  ],
  venues: [
    'How many seats does the stadium have?',
    'Where is this football stadium?',
    'List arenas with capacity and roof',
    'Is the field grass or artificial, and does it have a dome?',
  ],
}

/** Further search words of users. */
export const words = {
  fieldGoalPointsV2: 'field goal expected points kick yards distance make chance value kicker attempt',
  fpiRatingsV2: 'fpi football power index strength of record schedule remaining game control efficiency resume rank',
  gameHavocV2: 'havoc rate disruptive defense tackles for loss turnovers front seven secondary game',
  teamsAtsV2: 'against the spread ats cover covering margin betting record push underdog favourite',
  adjustedTeamsV2: 'wepa opponent adjusted epa success rate explosiveness line yards team season',
  adjustedPassersV2: 'wepa opponent adjusted passing quarterback epa player season',
  adjustedRunnersV2: 'wepa opponent adjusted rushing running back epa player season',
  kickersV2: 'paar kicker points above replacement kicking field goals season',
  accountV2: 'api key tier patron level remaining calls quota month limit',
  calendar:
    'week dates first last day begin end schedule season bowl postseason regular start when what is it how many weeks opening weekend',
  coaches:
    'head coach wins losses record seasons career hired history coached coaching sidelines tenure boss in charge',
  conferences:
    'league sec big ten acc big 12 pac division members short name abbreviation conference leagues which exist all power five group',
  draftPicks:
    'nfl drafted selected chosen taken round pick overall first professional pros quarterback running back alabama went pro alumni picked',
  draftPositions: 'position names abbreviations draft codes',
  draftTeams: 'nfl franchises professional clubs teams nicknames logos',
  drives:
    'possession series touchdown punt field goal result yards clock started ended scoring red zone length drive three and out march punts',
  advancedBoxScore:
    'single one game id explosiveness havoc efficiency breakdown success rate field position usage detailed metrics analytics dig deep into report',
  games:
    'score result final won win lost did they beat next schedule fixture opponent kickoff home away texas georgia michigan bowl championship playoff attendance play upcoming matches match saturday week results scores who played fixtures rivalry',
  gameMedia:
    'tv television channel network watch stream radio espn fox cbs nbc abc broadcast air online coverage where can I which station carries telecast',
  playerGameStats:
    'passing rushing receiving yards touchdowns interceptions tackles individual performance quarterback numbers box score bowl game per player threw ran caught stat line qb rb',
  teamGameStats:
    'turnovers first downs possession penalties third down total yards both teams box score game numbers team totals in a match rushing passing sacks by',
  gameWeather:
    'weather temperature wind rain snow humidity cold hot conditions kickoff stadium forecast precipitation indoors raining snowing windy degrees',
  lines:
    'spread point betting odds bookmaker sportsbook favored favourite favorites underdog over under total moneyline vegas gamble wager handicap bookies spreads over-under gambling',
  livePlays:
    'live now current happening in progress down possession real time ongoing feed as it happens right unfolding',
  winProbability:
    'chance percent likelihood after each play in game chart swing turning point comeback during odds of winning every snap momentum',
  pregameWinProbability:
    'chance percent likelihood before starts kickoff predict forecast favourite beforehand prediction who will win favourites the match odds of winning upset',
  playStatTypes: 'kinds types categories of play statistics list ids',
  playStats:
    'tackle catch sack interception player play each involved credited statistics target fumble athlete who made',
  playTypes: 'kinds types rush pass punt kickoff field goal sack list ids',
  transferPortal:
    'transfer transfers changing schools switch leaving entered destination new school moved former eligibility left for another portal entries arrivals departures',
  returningProduction:
    'percentage offense defense back return experience coming back starters last season veterans production returning how much comes lost',
  searchPlayers:
    'find look up player name athlete height weight hometown jersey team position who is by surname which college did he play for',
  playerUsage:
    'share rate touches snaps targets carries workload tight end receiver runner how often involved workhorse usage of plays',
  plays: 'play by play every down yards gained third fourth week text description scoring pass run log snaps of downs',
  ppaByGame: 'predicted expected points added team each game offense defense epa',
  ppaByPlayerGame: 'predicted expected points added player each game week epa quarterback',
  ppaByPlayerSeason: 'predicted expected points added player season leaders best epa average total',
  predictedPoints:
    'expected points down distance yard line situation valuable worth 2nd 3rd 4th goal field position second third fourth and value of a',
  ppaByTeam: 'predicted expected points added team season epa offense defense best per play unit',
  rankings:
    'poll ap coaches committee playoff top 25 ranked number one rank first place votes week polls twenty-five who is',
  eloRatings: 'elo rating strength rank power ',
  spRatings: 'sp+ s&p plus rating strength efficiency offense defense special teams sp bill connelly',
  conferenceSpRatings: 'sp+ conference league average strength best strongest toughest',
  srsRatings: 'simple rating system margin strength of schedule power srs',
  records:
    'wins losses won lost record home away conference season expected finish how many games undefeated win-loss tally',
  recruitingGroups: 'position group recruiting average stars team linemen quarterbacks several years haul by',
  recruits:
    'high school prospect star five four blue chip commit committed class signed linebacker receiver quarterback state texas florida ranked player recruiting prospects schoolers five-star commits',
  teamRecruitingRankings: 'recruiting class best rank points school year haul team signing day',
  roster:
    'squad players team jersey number hometown height weight year freshman senior lineup depth plays for who is on the list numbers positions quarterback linebacker',
  scoreboard: 'live score now today current clock quarter games in progress standing scores',
  statCategories: 'names of statistics categories list available',
  advancedGameStats:
    'success rate explosiveness epa havoc line yards each game team opponent offense defense advanced by',
  playerSeasonStats:
    'leader leads most rushing passing receiving yards touchdowns sacks interceptions tackles season player total best kicker leaders top rushers passers stat',
  teamSeasonStats: 'totals team season penalties turnovers fumbles yards first downs third down sacks allowed of a',
  advancedSeasonStats:
    'success rate explosiveness havoc line yards stuff rate season team offense defense advanced analytics efficiency rates',
  talent: 'talented roster composite recruiting rating stars team most rosters',
  teams:
    'school college university nickname mascot logo color colours abbreviation location conference members city division mascots logos all schools',
  fbsTeams: 'fbs top division bowl subdivision schools year list level ',
  matchup:
    'rivalry head to head history series since met all time versus against wins each rivals record ever between two teams all-time meetings',
  venues:
    'stadium arena field capacity seats biggest largest dome grass turf elevation location city built roof stadiums seating domes',
}

/** Names that belong to the API. */
export const topics =
  'ohio state michigan alabama georgia texas clemson notre dame oklahoma lsu auburn florida usc ucla oregon washington penn iowa wisconsin nebraska miami stanford army navy utah boise kansas kentucky tennessee mississippi arkansas missouri colorado arizona virginia carolina duke syracuse pittsburgh louisville heisman rose sugar orange cotton bowl ncaa quarterback touchdown halftime overtime buckeyes wolverines crimson tide bulldogs longhorns tigers irish sooners gators trojans'
