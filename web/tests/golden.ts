// Generated from src/carrom/protocol by `python -m carrom.typescript`; do not edit.

import type { ClientMessage, ServerMessage, Streamed } from "../src/protocol";

export const goldenAbort: ClientMessage = {
  "type": "abort",
  "nonce": "0123456789abcdef",
  "version": 4,
  "seat": "north"
};

export const goldenAim: ClientMessage = {
  "type": "aim",
  "seat": "south",
  "stroke": {
    "x": 10000,
    "vx": -200000,
    "vy": 1500000,
    "y": 0,
    "spin": 0
  }
};

export const goldenArrange: ClientMessage = {
  "type": "arrange",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "moment": {
    "rules": "icf",
    "position": "c1_W4.0.0_B2.28800.0",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [],
    "score": [],
    "attempt": null,
    "kept": "",
    "partners": false
  },
  "legal": true,
  "judged": false
};

export const goldenAttempt: ClientMessage = {
  "type": "attempt",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "rules": "icf",
  "lesson": "aim",
  "step": 1,
  "stroke": {
    "x": 0,
    "vx": 0,
    "vy": 500000,
    "y": 0,
    "spin": 0
  },
  "moment": null
};

export const goldenBeginRubber: ClientMessage = {
  "type": "begin-rubber",
  "nonce": "0123456789abcdef",
  "rubber": 1
};

export const goldenChoose: ClientMessage = {
  "type": "choose",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south",
  "what": "break"
};

export const goldenComeToTie: ClientMessage = {
  "type": "come-to-tie",
  "tie": "tie-of-pune-and-delhi",
  "key": null,
  "watch": "watch-the-tie",
  "invite": null
};

export const goldenDecline: ClientMessage = {
  "type": "decline",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "north",
  "what": "undo"
};

export const goldenDemand: ClientMessage = {
  "type": "demand",
  "nonce": "nonce-0123456789abcdef",
  "version": 60,
  "seat": "north",
  "points": 1
};

export const goldenDrill: ClientMessage = {
  "type": "drill",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "drill": "straight",
  "number": 1,
  "stroke": {
    "x": 182549,
    "vx": 273740,
    "vy": 1078361,
    "y": 0,
    "spin": 0
  },
  "at": null,
  "moment": null,
  "tries": 3,
  "hits": 2
};

export const goldenGuess: ClientMessage = {
  "type": "guess",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south",
  "hand": "left"
};

export const goldenJoinTie: ClientMessage = {
  "type": "join-tie",
  "nonce": "0123456789abcdef",
  "tie": "tie-of-pune-and-delhi",
  "invite": "invite-to-the-tie",
  "key": "key-of-the-second-captain",
  "place": "B",
  "team": {
    "name": "Delhi",
    "players": [
      {
        "name": "Bilal",
        "who": "here",
        "level": null
      },
      {
        "name": "Dev",
        "who": "here",
        "level": null
      }
    ]
  }
};

export const goldenJoin: ClientMessage = {
  "type": "join",
  "nonce": "nonce-0123456789abcdef",
  "game": "game-01234567",
  "invite": "invite-0123456789",
  "key": "key-0123456789abcdef",
  "name": "Meena",
  "seat": "east"
};

export const goldenLeaveTie: ClientMessage = {
  "type": "leave-tie"
};

export const goldenLeave: ClientMessage = {
  "type": "leave"
};

export const goldenLineUp: ClientMessage = {
  "type": "line-up",
  "nonce": "0123456789abcdef",
  "side": "A",
  "rubbers": [
    [
      "Asha"
    ],
    [
      "Chitra"
    ],
    [
      "Asha",
      "Chitra"
    ]
  ]
};

export const goldenNewGameByLink: ClientMessage = {
  "type": "new-game",
  "nonce": "nonce-0123456789abcdef",
  "key": "key-0123456789abcdef",
  "invite": "invite-0123456789",
  "watch": "watch-0123456789",
  "terms": {
    "ruleset": "club",
    "rules": null,
    "length": "match",
    "seats": [
      {
        "seat": "south",
        "who": "me",
        "name": "Asha",
        "level": null
      },
      {
        "seat": "east",
        "who": "link",
        "name": "",
        "level": null
      },
      {
        "seat": "north",
        "who": "program",
        "name": "",
        "level": "club"
      },
      {
        "seat": "west",
        "who": "link",
        "name": "",
        "level": null
      }
    ],
    "first_break": null,
    "clock": {
      "stroke": 15,
      "place": 15
    },
    "forfeit_after": 600,
    "guide": "short",
    "handicap": [
      1,
      0
    ],
    "position": null,
    "surface": "slow",
    "watching": true
  }
};

export const goldenNewGameWithAFriend: ClientMessage = {
  "type": "new-game",
  "nonce": "nonce-0123456789abcdef",
  "key": "key-0123456789abcdef",
  "invite": "invite-0123456789",
  "watch": "watch-0123456789",
  "terms": {
    "ruleset": "icf",
    "rules": null,
    "length": "game",
    "seats": [
      {
        "seat": "south",
        "who": "me",
        "name": "Asha",
        "level": null
      },
      {
        "seat": "north",
        "who": "here",
        "name": "Ravi",
        "level": null
      }
    ],
    "first_break": null,
    "clock": null,
    "forfeit_after": null,
    "guide": "long",
    "handicap": [],
    "position": null,
    "surface": "club",
    "watching": false
  }
};

export const goldenNewGame: ClientMessage = {
  "type": "new-game",
  "nonce": "nonce-0123456789abcdef",
  "key": "key-0123456789abcdef",
  "invite": "invite-0123456789",
  "watch": "watch-0123456789",
  "terms": {
    "ruleset": "icf",
    "rules": null,
    "length": "game",
    "seats": [
      {
        "seat": "south",
        "who": "me",
        "name": "Asha",
        "level": null
      },
      {
        "seat": "north",
        "who": "program",
        "name": "",
        "level": "club"
      }
    ],
    "first_break": "south",
    "clock": null,
    "forfeit_after": null,
    "guide": "long",
    "handicap": [],
    "position": null,
    "surface": "club",
    "watching": false
  }
};

export const goldenNewTieAgainstTheProgram: ClientMessage = {
  "type": "new-tie",
  "nonce": "0123456789abcdef",
  "key": "key-of-the-first-captain",
  "invite": "invite-to-the-tie",
  "watch": "watch-the-tie",
  "terms": {
    "ruleset": "team-event",
    "rules": null,
    "teams": [
      {
        "name": "Pune",
        "players": [
          {
            "name": "Asha",
            "who": "here",
            "level": null
          },
          {
            "name": "Chitra",
            "who": "here",
            "level": null
          }
        ]
      },
      {
        "name": "Delhi",
        "players": []
      }
    ],
    "captain": "program",
    "level": "club",
    "clock": null,
    "guide": "long",
    "surface": "club",
    "watching": false
  }
};

export const goldenNewTie: ClientMessage = {
  "type": "new-tie",
  "nonce": "0123456789abcdef",
  "key": "key-of-the-first-captain",
  "invite": "invite-to-the-tie",
  "watch": "watch-the-tie",
  "terms": {
    "ruleset": "team-event",
    "rules": null,
    "teams": [
      {
        "name": "Pune",
        "players": [
          {
            "name": "Asha",
            "who": "here",
            "level": null
          },
          {
            "name": "Chitra",
            "who": "here",
            "level": null
          }
        ]
      },
      {
        "name": "Delhi",
        "players": []
      }
    ],
    "captain": "link",
    "level": null,
    "clock": {
      "stroke": 15,
      "place": 15
    },
    "guide": "long",
    "surface": "club",
    "watching": false
  }
};

export const goldenNext: ClientMessage = {
  "type": "next",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south"
};

export const goldenOpenDoor: ClientMessage = {
  "type": "open-door",
  "nonce": "nonce-0123456789abcdef"
};

export const goldenPass: ClientMessage = {
  "type": "pass",
  "nonce": "nonce-0123456789abcdef",
  "version": 9,
  "seat": "south"
};

export const goldenPause: ClientMessage = {
  "type": "pause",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south"
};

export const goldenPingAgain: ClientMessage = {
  "type": "ping",
  "echo": 1800000000000,
  "held": 5000
};

export const goldenPing: ClientMessage = {
  "type": "ping",
  "echo": null,
  "held": 0
};

export const goldenPlace: ClientMessage = {
  "type": "place",
  "nonce": "nonce-0123456789abcdef",
  "version": 4,
  "seat": "north",
  "disc": "W3",
  "at": {
    "x": 50000,
    "y": -12000
  }
};

export const goldenReadRules: ClientMessage = {
  "type": "read-rules",
  "nonce": "nonce-0123456789abcdef",
  "rules": "extends = \"icf\"\nqueen_points = 5\n"
};

export const goldenRematch: ClientMessage = {
  "type": "rematch",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south"
};

export const goldenReplay: ClientMessage = {
  "type": "replay",
  "nonce": "nonce-0123456789abcdef",
  "stroke": 3
};

export const goldenResign: ClientMessage = {
  "type": "resign",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south",
  "what": "match"
};

export const goldenResumeAfresh: ClientMessage = {
  "type": "resume",
  "game": "game-01234567",
  "key": "key-0123456789abcdef",
  "watch": null,
  "version": null
};

export const goldenResumeLookingOn: ClientMessage = {
  "type": "resume",
  "game": "game-01234567",
  "key": null,
  "watch": "watch-0123456789",
  "version": null
};

export const goldenResume: ClientMessage = {
  "type": "resume",
  "game": "game-01234567",
  "key": "key-0123456789abcdef",
  "watch": null,
  "version": 12
};

export const goldenRunAlone: ClientMessage = {
  "type": "run-alone",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "stroke": {
    "x": 0,
    "vx": 0,
    "vy": 200000,
    "y": 0,
    "spin": 0
  },
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W1.0.-31820_W2.27557.15910_W3.-27557.15910_W4.0.-63640_W5.55114.-31820_W6.55114.31820_W7.0.63640_W8.-55114.31820_W9.-55114.-31820_B1.27557.-15910_B2.0.31820_B3.-27557.-15910_B4.27557.-47730_B5.55114.0_B6.27557.47730_B7.-27557.47730_B8.-55114.0_B9.-27557.-47730",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [
      0,
      0
    ],
    "score": [
      0,
      0
    ],
    "attempt": 1,
    "kept": "{\"sides\":[{\"seats\":[\"south\"],\"colour\":\"white\",\"score\":0,\"due\":0,\"pocketed_before\":false,\"pocketed_by_self\":false,\"points\":0,\"turn_points\":0,\"taken\":[]},{\"seats\":[\"north\"],\"colour\":\"black\",\"score\":0,\"due\":0,\"pocketed_before\":false,\"pocketed_by_self\":false,\"points\":0,\"turn_points\":0,\"taken\":[]}],\"breaker\":\"south\",\"turn\":\"south\",\"phase\":\"break\",\"attempt\":1,\"struck\":false,\"turns\":0,\"passes\":0,\"on_board\":[\"Q\",\"W1\",\"W2\",\"W3\",\"W4\",\"W5\",\"W6\",\"W7\",\"W8\",\"W9\",\"B1\",\"B2\",\"B3\",\"B4\",\"B5\",\"B6\",\"B7\",\"B8\",\"B9\"],\"pocketed\":[],\"queen\":\"board\",\"queen_side\":null,\"queen_turn\":null,\"no_room\":false,\"fallen\":[],\"covered_now\":false,\"misses\":0}",
    "partners": false
  },
  "run": {
    "seed": 288545018,
    "blacks": false,
    "strokes": 0,
    "misses": 0,
    "idle": 0,
    "slam": false,
    "over": false
  },
  "misses": [
    7,
    9
  ]
};

export const goldenSay: ClientMessage = {
  "type": "say",
  "seat": "south",
  "phrase": "well-played"
};

export const goldenSendFilms: ClientMessage = {
  "type": "send-films",
  "wanted": true,
  "differs": {
    "version": 12,
    "digest": "0a1b2c3d"
  }
};

export const goldenSit: ClientMessage = {
  "type": "sit",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "north",
  "swap": false
};

export const goldenSolve: ClientMessage = {
  "type": "solve",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "puzzle": 1,
  "stroke": {
    "x": 149271,
    "vx": 2239761,
    "vy": 1680319,
    "y": 0,
    "spin": 0
  },
  "at": null,
  "moment": null,
  "rating": {
    "rating": 1500.0,
    "deviation": 350.0,
    "volatility": 0.06
  }
};

export const goldenStrike: ClientMessage = {
  "type": "strike",
  "nonce": "nonce-0123456789abcdef",
  "version": 1,
  "seat": "south",
  "stroke": {
    "x": 12000,
    "vx": 150000,
    "vy": 3500000,
    "y": 0,
    "spin": 0
  },
  "meant": {
    "x": 12000,
    "vx": 150000,
    "vy": 3500000,
    "y": 0,
    "spin": 0
  }
};

export const goldenTryTheProgram: ClientMessage = {
  "type": "try",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [],
    "score": [],
    "attempt": null,
    "kept": "",
    "partners": false
  },
  "stroke": null,
  "surface": "club",
  "level": "beginner",
  "legal": true,
  "judged": true
};

export const goldenTry: ClientMessage = {
  "type": "try",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [],
    "score": [],
    "attempt": null,
    "kept": "",
    "partners": false
  },
  "stroke": {
    "x": 0,
    "vx": 1180000,
    "vy": 2000000,
    "y": 0,
    "spin": 0
  },
  "surface": "club",
  "level": null,
  "legal": true,
  "judged": false
};

export const goldenUndo: ClientMessage = {
  "type": "undo",
  "nonce": "nonce-0123456789abcdef",
  "version": 7,
  "seat": "south"
};

export const goldenWaive: ClientMessage = {
  "type": "waive",
  "nonce": "nonce-0123456789abcdef",
  "version": 4,
  "seat": "north"
};

export const goldenWhatIf: ClientMessage = {
  "type": "what-if",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W1.250000.180000_W2.-150000.120000_B1.-60000.250000",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [],
    "score": [],
    "attempt": null,
    "kept": "",
    "partners": false
  },
  "facts": {
    "happened": "stroke",
    "falls": [
      "W1",
      "S"
    ],
    "touched": true,
    "direct": false,
    "improper": false,
    "before_play": false,
    "jumped": [],
    "lines": "both",
    "passes": 0,
    "call": "",
    "by": "mover",
    "after_stroke": false
  }
};

export const goldenAccepted: ServerMessage = {
  "type": "accepted",
  "nonce": "nonce-0123456789abcdef",
  "version": 2
};

export const goldenActedChosen: ServerMessage = {
  "type": "acted",
  "version": 3,
  "after": 2,
  "act": "chosen",
  "seat": "south",
  "disc": null,
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "toss",
    "turn": "north",
    "expected": [
      {
        "type": "sit",
        "seat": "north"
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": true,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenActedDemanded: ServerMessage = {
  "type": "acted",
  "version": 61,
  "after": 60,
  "act": "demanded",
  "seat": "north",
  "disc": null,
  "points": 1,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "B1",
          "at": {
            "x": 10000,
            "y": 20000
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 100000,
            "y": 20000
          }
        }
      ]
    },
    "phase": "board-over",
    "turn": null,
    "expected": [
      {
        "type": "next",
        "breaker": "north"
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 5,
        "on_board": 0,
        "pocketed": [
          "W1",
          "W2",
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W8",
          "W9"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 2,
        "pocketed": [
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B8",
          "B9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "covered",
      "seat": "south"
    },
    "boards": [
      {
        "winner": "south",
        "points": 5,
        "score": [
          5,
          0
        ],
        "breaker": null,
        "men": 0,
        "queen": 0,
        "demanded": 0,
        "extra": false,
        "clauses": []
      }
    ],
    "ruling": {
      "seat": "south",
      "turn": "end",
      "why": "All the player's men are down and he covered the queen: 2 men and 3 points.",
      "said": [],
      "findings": [
        {
          "clause": "Law 52a",
          "sentence": "The first to pocket all his men wins the board.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 31,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenActedPlaced: ServerMessage = {
  "type": "acted",
  "version": 5,
  "after": 4,
  "act": "placed",
  "seat": "north",
  "disc": "W4",
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 60000,
            "y": 0
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "play",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 8,
        "pocketed": [
          "W5"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "The striker was pocketed: one of the player's men comes back.",
      "said": [],
      "findings": [
        {
          "clause": "Law 72a",
          "sentence": "Pocketing the striker costs one man.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 3,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenActedRacked: ServerMessage = {
  "type": "acted",
  "version": 62,
  "after": 61,
  "act": "racked",
  "seat": null,
  "disc": null,
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "break",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": 1,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 2,
    "breaker": "north",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "black",
        "score": 5,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [
      {
        "winner": "south",
        "points": 5,
        "score": [
          5,
          0
        ],
        "breaker": null,
        "men": 0,
        "queen": 0,
        "demanded": 0,
        "extra": false,
        "clauses": []
      }
    ],
    "ruling": null,
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 31,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenActedResigned: ServerMessage = {
  "type": "acted",
  "version": 10,
  "after": 9,
  "act": "resigned",
  "seat": "south",
  "disc": null,
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "game-over",
    "turn": null,
    "expected": [],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "The break is made; no man was pocketed, so the turn passes.",
      "said": [],
      "findings": [
        {
          "clause": "Law 44",
          "sentence": "The break is made once the striker touches a man.",
          "key": "",
          "values": []
        },
        {
          "clause": "Law 48",
          "sentence": "A player keeps the turn while he pockets his own men or the queen.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": {
      "winner": "north",
      "score": [
        0,
        25
      ],
      "conceded": true,
      "games": [],
      "forfeited": false,
      "aborted": false
    },
    "can_undo": true,
    "can_resign": false,
    "can_abort": false,
    "strokes": 1,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenActedTimedOut: ServerMessage = {
  "type": "acted",
  "version": 9,
  "after": 7,
  "act": "timed-out",
  "seat": "north",
  "disc": null,
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "break",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": 1,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": true,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": {
    "seat": "north",
    "starts": 1800000000813,
    "ends": 1800000015813,
    "now": 1800000000010,
    "paused": null
  }
};

export const goldenActedTossed: ServerMessage = {
  "type": "acted",
  "version": 2,
  "after": 1,
  "act": "tossed",
  "seat": "south",
  "disc": null,
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "toss",
    "turn": "south",
    "expected": [
      {
        "type": "choose",
        "seat": "south"
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": true,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenActedUndone: ServerMessage = {
  "type": "acted",
  "version": 3,
  "after": 2,
  "act": "undone",
  "seat": null,
  "disc": null,
  "points": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "break",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": 1,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": true,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenAimedHidden: ServerMessage = {
  "type": "aimed",
  "seat": "south",
  "stroke": null
};

export const goldenAimed: ServerMessage = {
  "type": "aimed",
  "seat": "south",
  "stroke": {
    "x": 10000,
    "vx": -200000,
    "vy": 1500000,
    "y": 0,
    "spin": 0
  }
};

export const goldenArrangedWithAFault: ServerMessage = {
  "type": "arranged",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "fault": "W4 overlaps B2 by 3 mm; discs may touch, not overlap.",
  "discs": [
    "W4",
    "B2"
  ],
  "state": null,
  "calls": []
};

export const goldenArranged: ServerMessage = {
  "type": "arranged",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "fault": null,
  "discs": [],
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 250000,
            "y": 180000
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    },
    "phase": "play",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 2,
        "pocketed": [
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W8",
          "W9"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 1,
        "pocketed": [
          "B2",
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B8",
          "B9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "calls": []
};

export const goldenClock: ServerMessage = {
  "type": "clock",
  "clock": {
    "seat": "north",
    "starts": 1800000000813,
    "ends": 1800000015813,
    "now": 1800000000010,
    "paused": 9000
  }
};

export const goldenDraining: ServerMessage = {
  "type": "draining"
};

export const goldenJoinedAgain: ServerMessage = {
  "type": "joined",
  "nonce": null,
  "game": "game-01234567",
  "yours": [
    "south",
    "north"
  ],
  "version": 7
};

export const goldenJoined: ServerMessage = {
  "type": "joined",
  "nonce": "nonce-0123456789abcdef",
  "game": "game-01234567",
  "yours": [
    "south"
  ],
  "version": 1
};

export const goldenKernel: ServerMessage = {
  "type": "kernel",
  "kernel": "compiled"
};

export const goldenOfferedAndDeclined: ServerMessage = {
  "type": "offered",
  "what": "rematch",
  "by": [],
  "declined": "north"
};

export const goldenOffered: ServerMessage = {
  "type": "offered",
  "what": "undo",
  "by": [
    "south"
  ],
  "declined": null
};

export const goldenPlayedToTheEndOfABoard: ServerMessage = {
  "type": "played",
  "version": 60,
  "after": 59,
  "at": 1800000000000,
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 0,
      "vy": 600000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 0,
        "vy": 600000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 333333,
        "x": 0,
        "y": -118500,
        "vx": 0,
        "vy": 200000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 503290,
        "x": 0,
        "y": -101500,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "W5",
        "time": 333333,
        "x": 55112,
        "y": -31820,
        "vx": 400000,
        "vy": -400000,
        "ax": -832122,
        "ay": 832122,
        "angle": 0,
        "spin": 50,
        "spin_rate": -100
      },
      {
        "disc": "W5",
        "time": 813000,
        "x": 150000,
        "y": -126700,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 333333,
        "kind": "disc",
        "discs": [
          "S",
          "W4"
        ],
        "at": {
          "x": 0,
          "y": -97850
        },
        "speed": 200000,
        "impulse": 750
      },
      {
        "time": 700000,
        "kind": "frame",
        "discs": [
          "W5"
        ],
        "at": {
          "x": 370000,
          "y": -100000
        },
        "speed": 20000,
        "impulse": 100
      }
    ],
    "duration": 813000,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -101500
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    }
  },
  "past": {
    "number": 31,
    "board": 1,
    "seat": "south",
    "pocketed": [
      "W9"
    ],
    "turn": "end",
    "why": "All the player's men are down and he covered the queen: 2 men and 3 points.",
    "said": []
  },
  "ruling": {
    "seat": "south",
    "turn": "end",
    "why": "All the player's men are down and he covered the queen: 2 men and 3 points.",
    "said": [],
    "findings": [
      {
        "clause": "Law 52a",
        "sentence": "The first to pocket all his men wins the board.",
        "key": "",
        "values": []
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "B1",
          "at": {
            "x": 10000,
            "y": 20000
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 100000,
            "y": 20000
          }
        }
      ]
    },
    "phase": "board-over",
    "turn": null,
    "expected": [
      {
        "type": "next",
        "breaker": "north"
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 5,
        "on_board": 0,
        "pocketed": [
          "W1",
          "W2",
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W8",
          "W9"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 2,
        "pocketed": [
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B8",
          "B9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "covered",
      "seat": "south"
    },
    "boards": [
      {
        "winner": "south",
        "points": 5,
        "score": [
          5,
          0
        ],
        "breaker": null,
        "men": 0,
        "queen": 0,
        "demanded": 0,
        "extra": false,
        "clauses": []
      }
    ],
    "ruling": {
      "seat": "south",
      "turn": "end",
      "why": "All the player's men are down and he covered the queen: 2 men and 3 points.",
      "said": [],
      "findings": [
        {
          "clause": "Law 52a",
          "sentence": "The first to pocket all his men wins the board.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 31,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenPlayedWithADue: ServerMessage = {
  "type": "played",
  "version": 4,
  "after": 3,
  "at": 1800000000000,
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 0,
      "vy": 600000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 0,
        "vy": 600000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 333333,
        "x": 0,
        "y": -118500,
        "vx": 0,
        "vy": 200000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 503290,
        "x": 0,
        "y": -101500,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "W5",
        "time": 333333,
        "x": 55112,
        "y": -31820,
        "vx": 400000,
        "vy": -400000,
        "ax": -832122,
        "ay": 832122,
        "angle": 0,
        "spin": 50,
        "spin_rate": -100
      },
      {
        "disc": "W5",
        "time": 813000,
        "x": 150000,
        "y": -126700,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 333333,
        "kind": "disc",
        "discs": [
          "S",
          "W4"
        ],
        "at": {
          "x": 0,
          "y": -97850
        },
        "speed": 200000,
        "impulse": 750
      },
      {
        "time": 700000,
        "kind": "frame",
        "discs": [
          "W5"
        ],
        "at": {
          "x": 370000,
          "y": -100000
        },
        "speed": 20000,
        "impulse": 100
      }
    ],
    "duration": 813000,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -101500
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    }
  },
  "past": {
    "number": 3,
    "board": 1,
    "seat": "south",
    "pocketed": [
      "S"
    ],
    "turn": "pass",
    "why": "The striker was pocketed: one of the player's men comes back.",
    "said": []
  },
  "ruling": {
    "seat": "south",
    "turn": "pass",
    "why": "The striker was pocketed: one of the player's men comes back.",
    "said": [],
    "findings": [
      {
        "clause": "Law 72a",
        "sentence": "Pocketing the striker costs one man.",
        "key": "",
        "values": []
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "place",
    "turn": "north",
    "expected": [
      {
        "type": "place",
        "seat": "north",
        "disc": "W4",
        "spots": [
          {
            "x": 60000,
            "y": 0
          },
          {
            "x": -60000,
            "y": 0
          },
          {
            "x": 0,
            "y": 60000
          }
        ],
        "may_waive": true
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 7,
        "pocketed": [
          "W5",
          "W4"
        ],
        "due": 1,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "The striker was pocketed: one of the player's men comes back.",
      "said": [],
      "findings": [
        {
          "clause": "Law 72a",
          "sentence": "Pocketing the striker costs one man.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 3,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenPlayed: ServerMessage = {
  "type": "played",
  "version": 2,
  "after": 1,
  "at": 1800000000000,
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 0,
      "vy": 600000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 0,
        "vy": 600000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 333333,
        "x": 0,
        "y": -118500,
        "vx": 0,
        "vy": 200000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 503290,
        "x": 0,
        "y": -101500,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "W5",
        "time": 333333,
        "x": 55112,
        "y": -31820,
        "vx": 400000,
        "vy": -400000,
        "ax": -832122,
        "ay": 832122,
        "angle": 0,
        "spin": 50,
        "spin_rate": -100
      },
      {
        "disc": "W5",
        "time": 813000,
        "x": 150000,
        "y": -126700,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 333333,
        "kind": "disc",
        "discs": [
          "S",
          "W4"
        ],
        "at": {
          "x": 0,
          "y": -97850
        },
        "speed": 200000,
        "impulse": 750
      },
      {
        "time": 700000,
        "kind": "frame",
        "discs": [
          "W5"
        ],
        "at": {
          "x": 370000,
          "y": -100000
        },
        "speed": 20000,
        "impulse": 100
      }
    ],
    "duration": 813000,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -101500
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    }
  },
  "past": {
    "number": 1,
    "board": 1,
    "seat": "south",
    "pocketed": [],
    "turn": "pass",
    "why": "The break is made; no man was pocketed, so the turn passes.",
    "said": []
  },
  "ruling": {
    "seat": "south",
    "turn": "pass",
    "why": "The break is made; no man was pocketed, so the turn passes.",
    "said": [],
    "findings": [
      {
        "clause": "Law 44",
        "sentence": "The break is made once the striker touches a man.",
        "key": "",
        "values": []
      },
      {
        "clause": "Law 48",
        "sentence": "A player keeps the turn while he pockets his own men or the queen.",
        "key": "",
        "values": []
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "play",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "The break is made; no man was pocketed, so the turn passes.",
      "said": [],
      "findings": [
        {
          "clause": "Law 44",
          "sentence": "The break is made once the striker touches a man.",
          "key": "",
          "values": []
        },
        {
          "clause": "Law 48",
          "sentence": "A player keeps the turn while he pockets his own men or the queen.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 1,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenPong: ServerMessage = {
  "type": "pong",
  "now": 1800000000000
};

export const goldenReach: ServerMessage = {
  "type": "reach",
  "nonce": "nonce-0123456789abcdef",
  "reach": {
    "addresses": [
      "http://192.168.1.20:8137/"
    ],
    "may_open": false
  }
};

export const goldenRefusedMalformed: ServerMessage = {
  "type": "refused",
  "nonce": null,
  "code": "malformed",
  "reason": "The message does not match the protocol: Object missing required field `nonce`."
};

export const goldenRefused: ServerMessage = {
  "type": "refused",
  "nonce": "nonce-0123456789abcdef",
  "code": "illegal",
  "reason": "The striker may not stand at x = 190.0 mm: it would cover the base circle only in part; cover it fully or leave it free."
};

export const goldenRematched: ServerMessage = {
  "type": "rematched",
  "game": "game-89abcdef"
};

export const goldenReplayed: ServerMessage = {
  "type": "replayed",
  "nonce": "nonce-0123456789abcdef",
  "past": {
    "number": 1,
    "board": 1,
    "seat": "south",
    "pocketed": [],
    "turn": "pass",
    "why": "The break is made; no man was pocketed, so the turn passes.",
    "said": []
  },
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 0,
      "vy": 600000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 0,
        "vy": 600000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 333333,
        "x": 0,
        "y": -118500,
        "vx": 0,
        "vy": 200000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 503290,
        "x": 0,
        "y": -101500,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "W5",
        "time": 333333,
        "x": 55112,
        "y": -31820,
        "vx": 400000,
        "vy": -400000,
        "ax": -832122,
        "ay": 832122,
        "angle": 0,
        "spin": 50,
        "spin_rate": -100
      },
      {
        "disc": "W5",
        "time": 813000,
        "x": 150000,
        "y": -126700,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 333333,
        "kind": "disc",
        "discs": [
          "S",
          "W4"
        ],
        "at": {
          "x": 0,
          "y": -97850
        },
        "speed": 200000,
        "impulse": 750
      },
      {
        "time": 700000,
        "kind": "frame",
        "discs": [
          "W5"
        ],
        "at": {
          "x": 370000,
          "y": -100000
        },
        "speed": 20000,
        "impulse": 100
      }
    ],
    "duration": 813000,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -101500
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    }
  },
  "ruling": {
    "seat": "south",
    "turn": "pass",
    "why": "The break is made; no man was pocketed, so the turn passes.",
    "said": [],
    "findings": [
      {
        "clause": "Law 44",
        "sentence": "The break is made once the striker touches a man.",
        "key": "",
        "values": []
      },
      {
        "clause": "Law 48",
        "sentence": "A player keeps the turn while he pockets his own men or the queen.",
        "key": "",
        "values": []
      }
    ]
  },
  "position": {
    "placed": [
      {
        "disc": "Q",
        "at": {
          "x": 0,
          "y": 0
        }
      },
      {
        "disc": "W1",
        "at": {
          "x": 0,
          "y": -31820
        }
      },
      {
        "disc": "W2",
        "at": {
          "x": 27557,
          "y": 15910
        }
      },
      {
        "disc": "W3",
        "at": {
          "x": -27557,
          "y": 15910
        }
      },
      {
        "disc": "W4",
        "at": {
          "x": 0,
          "y": -63640
        }
      },
      {
        "disc": "W5",
        "at": {
          "x": 150000,
          "y": -126700
        }
      },
      {
        "disc": "W6",
        "at": {
          "x": 55114,
          "y": 31820
        }
      },
      {
        "disc": "W7",
        "at": {
          "x": 0,
          "y": 63640
        }
      },
      {
        "disc": "W8",
        "at": {
          "x": -55114,
          "y": 31820
        }
      },
      {
        "disc": "W9",
        "at": {
          "x": -55114,
          "y": -31820
        }
      },
      {
        "disc": "B1",
        "at": {
          "x": 27557,
          "y": -15910
        }
      },
      {
        "disc": "B2",
        "at": {
          "x": 0,
          "y": 31820
        }
      },
      {
        "disc": "B3",
        "at": {
          "x": -27557,
          "y": -15910
        }
      },
      {
        "disc": "B4",
        "at": {
          "x": 27557,
          "y": -47730
        }
      },
      {
        "disc": "B5",
        "at": {
          "x": 55114,
          "y": 0
        }
      },
      {
        "disc": "B6",
        "at": {
          "x": 27557,
          "y": 47730
        }
      },
      {
        "disc": "B7",
        "at": {
          "x": -27557,
          "y": 47730
        }
      },
      {
        "disc": "B8",
        "at": {
          "x": -55114,
          "y": 0
        }
      },
      {
        "disc": "B9",
        "at": {
          "x": -27557,
          "y": -47730
        }
      }
    ]
  },
  "before": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "play",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "play",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "The break is made; no man was pocketed, so the turn passes.",
      "said": [],
      "findings": [
        {
          "clause": "Law 44",
          "sentence": "The break is made once the striker touches a man.",
          "key": "",
          "values": []
        },
        {
          "clause": "Law 48",
          "sentence": "A player keeps the turn while he pockets his own men or the queen.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 1,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  }
};

export const goldenRulesRead: ServerMessage = {
  "type": "rules-read",
  "nonce": "nonce-0123456789abcdef",
  "info": {
    "name": "house",
    "title": "Our house",
    "about": "The official Laws, with house rules.",
    "players": [
      2,
      4
    ],
    "lengths": [
      "board",
      "game",
      "match"
    ],
    "target": 25,
    "board_limit": 8,
    "games_of_match": 3,
    "clock": {
      "stroke": 15,
      "place": 15
    },
    "colours_owned": true,
    "rubbers": [],
    "white_is_brown": false
  }
};

export const goldenSeats: ServerMessage = {
  "type": "seats",
  "sitters": [
    {
      "seat": "south",
      "name": "Asha",
      "kind": "human",
      "level": null,
      "here": true,
      "bot": false,
      "account": true,
      "rating": null
    },
    {
      "seat": "north",
      "name": "Ravi",
      "kind": "human",
      "level": null,
      "here": false,
      "bot": false,
      "account": false,
      "rating": null
    }
  ],
  "watchers": 2
};

export const goldenSnapshotAwaitingADemand: ServerMessage = {
  "type": "snapshot",
  "version": 60,
  "card": {
    "game": "game-01234567",
    "sitters": [
      {
        "seat": "south",
        "name": "Player",
        "kind": "human",
        "level": null,
        "here": true,
        "bot": false,
        "account": false,
        "rating": null
      },
      {
        "seat": "north",
        "name": "Program (club)",
        "kind": "program",
        "level": "club",
        "here": true,
        "bot": false,
        "account": false,
        "rating": null
      }
    ],
    "ruleset": "icf",
    "title": "",
    "edition": "current",
    "length": "game",
    "games_to_win": 1,
    "target": 25,
    "board_limit": 8,
    "colours_owned": true,
    "white_is_brown": false,
    "concede": "",
    "clock": null,
    "guide": "long",
    "handicap": [],
    "terms": null,
    "surface": "club",
    "physics": "2",
    "equipment": {
      "name": "standard",
      "surface": 740000,
      "pocket_diameter": 44500,
      "frame_width": 70000,
      "frame_height": 22000,
      "man_diameter": 31800,
      "man_mass": 5375000,
      "man_thickness": 8000,
      "striker_diameter": 41300,
      "striker_mass": 15000000,
      "lower_line": 101500,
      "upper_line": 133300,
      "line_length": 470000,
      "base_circle_diameter": 31800,
      "base_circle_disc": 25400,
      "base_circle_offset": 219100,
      "arrow_length": 267000,
      "arrow_width": 1500,
      "arrow_tip": 72250,
      "centre_circle": 31800,
      "outer_circle": 170000
    },
    "tie": null,
    "coach": false,
    "offline": true,
    "rated": false,
    "imported": false,
    "max_speed": 12000000
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "B1",
          "at": {
            "x": 10000,
            "y": 20000
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 100000,
            "y": 20000
          }
        }
      ]
    },
    "phase": "demand",
    "turn": "north",
    "expected": [
      {
        "type": "demand",
        "seat": "north",
        "up_to": 1
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 5,
        "on_board": 0,
        "pocketed": [
          "W1",
          "W2",
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W8",
          "W9"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 2,
        "pocketed": [
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B8",
          "B9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "covered",
      "seat": "south"
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "end",
      "why": "All the player's men are down and he covered the queen: 2 men and 3 points.",
      "said": [],
      "findings": [
        {
          "clause": "Law 52a",
          "sentence": "The first to pocket all his men wins the board.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 31,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "history": [
    {
      "number": 1,
      "board": 1,
      "seat": "south",
      "pocketed": [],
      "turn": "pass",
      "why": "The break is made; no man was pocketed, so the turn passes.",
      "said": []
    }
  ],
  "clock": null,
  "offers": []
};

export const goldenSnapshotAwaitingFriends: ServerMessage = {
  "type": "snapshot",
  "version": 0,
  "card": {
    "game": "game-01234567",
    "sitters": [
      {
        "seat": "south",
        "name": "Asha",
        "kind": "human",
        "level": null,
        "here": true,
        "bot": false,
        "account": false,
        "rating": null
      },
      {
        "seat": "east",
        "name": "East",
        "kind": "open",
        "level": null,
        "here": false,
        "bot": false,
        "account": false,
        "rating": null
      },
      {
        "seat": "north",
        "name": "Program",
        "kind": "program",
        "level": "club",
        "here": true,
        "bot": false,
        "account": false,
        "rating": null
      },
      {
        "seat": "west",
        "name": "West",
        "kind": "open",
        "level": null,
        "here": false,
        "bot": false,
        "account": false,
        "rating": null
      }
    ],
    "ruleset": "club",
    "title": "Club rules",
    "edition": "current",
    "length": "match",
    "games_to_win": 2,
    "target": 25,
    "board_limit": 8,
    "colours_owned": true,
    "white_is_brown": false,
    "concede": "",
    "clock": {
      "stroke": 15,
      "place": 15
    },
    "guide": "short",
    "handicap": [
      1,
      0
    ],
    "terms": {
      "ruleset": "club",
      "rules": null,
      "length": "match",
      "seats": [
        {
          "seat": "south",
          "who": "me",
          "name": "Asha",
          "level": null
        },
        {
          "seat": "east",
          "who": "link",
          "name": "",
          "level": null
        },
        {
          "seat": "north",
          "who": "program",
          "name": "",
          "level": "club"
        },
        {
          "seat": "west",
          "who": "link",
          "name": "",
          "level": null
        }
      ],
      "first_break": null,
      "clock": {
        "stroke": 15,
        "place": 15
      },
      "forfeit_after": 600,
      "guide": "short",
      "handicap": [
        1,
        0
      ],
      "position": null,
      "surface": "slow",
      "watching": true
    },
    "surface": "slow",
    "physics": "2",
    "equipment": {
      "name": "standard",
      "surface": 740000,
      "pocket_diameter": 44500,
      "frame_width": 70000,
      "frame_height": 22000,
      "man_diameter": 31800,
      "man_mass": 5375000,
      "man_thickness": 8000,
      "striker_diameter": 41300,
      "striker_mass": 15000000,
      "lower_line": 101500,
      "upper_line": 133300,
      "line_length": 470000,
      "base_circle_diameter": 31800,
      "base_circle_disc": 25400,
      "base_circle_offset": 219100,
      "arrow_length": 267000,
      "arrow_width": 1500,
      "arrow_tip": 72250,
      "centre_circle": 31800,
      "outer_circle": 170000
    },
    "tie": null,
    "coach": false,
    "offline": false,
    "rated": false,
    "imported": false,
    "max_speed": 12000000
  },
  "state": null,
  "history": [],
  "clock": null,
  "offers": []
};

export const goldenSnapshot: ServerMessage = {
  "type": "snapshot",
  "version": 1,
  "card": {
    "game": "game-01234567",
    "sitters": [
      {
        "seat": "south",
        "name": "Player",
        "kind": "human",
        "level": null,
        "here": true,
        "bot": false,
        "account": false,
        "rating": null
      },
      {
        "seat": "north",
        "name": "Program (club)",
        "kind": "program",
        "level": "club",
        "here": true,
        "bot": false,
        "account": false,
        "rating": null
      }
    ],
    "ruleset": "icf",
    "title": "",
    "edition": "current",
    "length": "game",
    "games_to_win": 1,
    "target": 25,
    "board_limit": 8,
    "colours_owned": true,
    "white_is_brown": false,
    "concede": "",
    "clock": null,
    "guide": "long",
    "handicap": [],
    "terms": null,
    "surface": "club",
    "physics": "2",
    "equipment": {
      "name": "standard",
      "surface": 740000,
      "pocket_diameter": 44500,
      "frame_width": 70000,
      "frame_height": 22000,
      "man_diameter": 31800,
      "man_mass": 5375000,
      "man_thickness": 8000,
      "striker_diameter": 41300,
      "striker_mass": 15000000,
      "lower_line": 101500,
      "upper_line": 133300,
      "line_length": 470000,
      "base_circle_diameter": 31800,
      "base_circle_disc": 25400,
      "base_circle_offset": 219100,
      "arrow_length": 267000,
      "arrow_width": 1500,
      "arrow_tip": 72250,
      "centre_circle": 31800,
      "outer_circle": 170000
    },
    "tie": null,
    "coach": false,
    "offline": true,
    "rated": false,
    "imported": false,
    "max_speed": 12000000
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55114,
            "y": -31820
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "break",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": 1,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": true,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "history": [],
  "clock": null,
  "offers": []
};

export const goldenSpoken: ServerMessage = {
  "type": "spoken",
  "seat": "north",
  "phrase": "well-played"
};

export const goldenStroke: ServerMessage = {
  "type": "stroke",
  "version": 2,
  "after": 1,
  "at": 1800000000000,
  "seat": "south",
  "stroke": {
    "x": 0,
    "vx": 0,
    "vy": 600000,
    "y": 0,
    "spin": 0
  },
  "rack": null,
  "digest": "5f2d1c0e",
  "past": {
    "number": 1,
    "board": 1,
    "seat": "south",
    "pocketed": [],
    "turn": "pass",
    "why": "The break is made; no man was pocketed, so the turn passes.",
    "said": []
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 0,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27557,
            "y": 15910
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15910
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 0,
            "y": -63640
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 150000,
            "y": -126700
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55114,
            "y": 31820
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 0,
            "y": 63640
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55114,
            "y": 31820
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55114,
            "y": -31820
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27557,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 0,
            "y": 31820
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27557,
            "y": -15910
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27557,
            "y": -47730
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55114,
            "y": 0
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27557,
            "y": 47730
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27557,
            "y": 47730
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55114,
            "y": 0
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27557,
            "y": -47730
          }
        }
      ]
    },
    "phase": "play",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": true,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "The break is made; no man was pocketed, so the turn passes.",
      "said": [],
      "findings": [
        {
          "clause": "Law 44",
          "sentence": "The break is made once the striker touches a man.",
          "key": "",
          "values": []
        },
        {
          "clause": "Law 48",
          "sentence": "A player keeps the turn while he pockets his own men or the queen.",
          "key": "",
          "values": []
        }
      ]
    },
    "result": null,
    "can_undo": true,
    "can_resign": true,
    "can_abort": false,
    "strokes": 1,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "clock": null
};

export const goldenTieAwaitingALineUp: ServerMessage = {
  "type": "tie",
  "nonce": null,
  "tie": "tie-of-pune-and-delhi",
  "version": 2,
  "yours": [
    "B"
  ],
  "ruleset": "team-event",
  "title": "The team event",
  "target": 25,
  "clock": null,
  "teams": [
    {
      "name": "Pune",
      "captain": "human",
      "here": true,
      "players": [
        {
          "name": "Asha",
          "kind": "human",
          "place": "A1",
          "level": null,
          "here": true
        },
        {
          "name": "Chitra",
          "kind": "open",
          "place": "A2",
          "level": null,
          "here": false
        }
      ],
      "lined_up": true,
      "lineup": null
    },
    {
      "name": "Delhi",
      "captain": "human",
      "here": true,
      "players": [
        {
          "name": "Bilal",
          "kind": "human",
          "place": "B1",
          "level": null,
          "here": true
        },
        {
          "name": "Dev",
          "kind": "human",
          "place": "B2",
          "level": null,
          "here": true
        }
      ],
      "lined_up": false,
      "lineup": null
    }
  ],
  "rubbers": [
    {
      "number": 1,
      "kind": "singles",
      "standing": "next",
      "players": [],
      "score": [],
      "winner": null,
      "conceded": false,
      "game": null
    },
    {
      "number": 2,
      "kind": "singles",
      "standing": "to-come",
      "players": [],
      "score": [],
      "winner": null,
      "conceded": false,
      "game": null
    },
    {
      "number": 3,
      "kind": "doubles",
      "standing": "to-come",
      "players": [],
      "score": [],
      "winner": null,
      "conceded": false,
      "game": null
    }
  ],
  "score": [
    0,
    0
  ],
  "winner": null,
  "over": false,
  "expected": [
    {
      "type": "line-up",
      "side": "B",
      "suggestion": [
        [
          "Bilal"
        ],
        [
          "Dev"
        ],
        [
          "Bilal",
          "Dev"
        ]
      ]
    }
  ],
  "clauses": []
};

export const goldenTieAwaitingAPlayer: ServerMessage = {
  "type": "tie",
  "nonce": null,
  "tie": "tie-of-pune-and-delhi",
  "version": 4,
  "yours": [
    "A"
  ],
  "ruleset": "team-event",
  "title": "The team event",
  "target": 25,
  "clock": null,
  "teams": [
    {
      "name": "Pune",
      "captain": "human",
      "here": true,
      "players": [
        {
          "name": "Asha",
          "kind": "human",
          "place": "A1",
          "level": null,
          "here": true
        },
        {
          "name": "Chitra",
          "kind": "open",
          "place": "A2",
          "level": null,
          "here": false
        }
      ],
      "lined_up": true,
      "lineup": [
        [
          "Asha"
        ],
        [
          "Chitra"
        ],
        [
          "Asha",
          "Chitra"
        ]
      ]
    },
    {
      "name": "Delhi",
      "captain": "human",
      "here": true,
      "players": [
        {
          "name": "Bilal",
          "kind": "human",
          "place": "B1",
          "level": null,
          "here": true
        },
        {
          "name": "Dev",
          "kind": "human",
          "place": "B2",
          "level": null,
          "here": true
        }
      ],
      "lined_up": true,
      "lineup": [
        [
          "Bilal"
        ],
        [
          "Dev"
        ],
        [
          "Bilal",
          "Dev"
        ]
      ]
    }
  ],
  "rubbers": [
    {
      "number": 1,
      "kind": "singles",
      "standing": "played",
      "players": [
        [
          "Asha"
        ],
        [
          "Bilal"
        ]
      ],
      "score": [
        0,
        0
      ],
      "winner": "B",
      "conceded": true,
      "game": "game-of-rubber-1"
    },
    {
      "number": 2,
      "kind": "singles",
      "standing": "next",
      "players": [
        [
          "Chitra"
        ],
        [
          "Dev"
        ]
      ],
      "score": [],
      "winner": null,
      "conceded": false,
      "game": null
    },
    {
      "number": 3,
      "kind": "doubles",
      "standing": "to-come",
      "players": [
        [
          "Asha",
          "Chitra"
        ],
        [
          "Bilal",
          "Dev"
        ]
      ],
      "score": [],
      "winner": null,
      "conceded": false,
      "game": null
    }
  ],
  "score": [
    0,
    1
  ],
  "winner": null,
  "over": false,
  "expected": [
    {
      "type": "player",
      "place": "A2",
      "name": "Chitra"
    }
  ],
  "clauses": []
};

export const goldenTriedADrill: ServerMessage = {
  "type": "tried",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 182549,
      "vx": 273740,
      "vy": 1078361,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 182549,
            "y": -252600
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 221072,
            "y": -105202
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -20000,
            "y": 90000
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": 30000,
            "y": 150000
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 182549,
        "y": -252600,
        "vx": 273740,
        "vy": 1078361,
        "ax": -289545,
        "ay": -1140621,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 110558,
        "x": 211044,
        "y": -140349,
        "vx": 112667,
        "vy": 490684,
        "ax": -263349,
        "ay": -1146932,
        "angle": 0,
        "spin": -247,
        "spin_rate": 334
      },
      {
        "disc": "W1",
        "time": 110558,
        "x": 221072,
        "y": -105202,
        "vx": 360172,
        "vy": 1288108,
        "ax": -316888,
        "ay": -1133308,
        "angle": 0,
        "spin": -893,
        "spin_rate": 435
      },
      {
        "disc": "S",
        "time": 324497,
        "x": 229121,
        "y": -61620,
        "vx": 56326,
        "vy": 245311,
        "ax": -263344,
        "ay": -1146912,
        "angle": -45,
        "spin": -175,
        "spin_rate": 472
      },
      {
        "disc": "S",
        "time": 431467,
        "x": 233639,
        "y": -41941,
        "vx": 28156,
        "vy": 122623,
        "ax": -263316,
        "ay": -1146790,
        "angle": -61,
        "spin": -130,
        "spin_rate": 897
      },
      {
        "disc": "W1",
        "time": 530165,
        "x": 344306,
        "y": 335526,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": -336,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 538437,
        "x": 235145,
        "y": -35385,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": -70,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 110558,
        "kind": "disc",
        "discs": [
          "S",
          "W1"
        ],
        "at": {
          "x": 216709,
          "y": -120492
        },
        "speed": 982035,
        "impulse": 7189
      },
      {
        "time": 530165,
        "kind": "pocket",
        "discs": [
          "W1"
        ],
        "at": {
          "x": 344306,
          "y": 335526
        },
        "speed": 843730,
        "impulse": 0
      }
    ],
    "duration": 538437,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 235145,
            "y": -35385
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -20000,
            "y": 90000
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": 30000,
            "y": 150000
          }
        }
      ]
    }
  },
  "pocketed": [
    "W1"
  ],
  "touched": [
    "W1"
  ],
  "ruling": {
    "seat": "south",
    "turn": "continue",
    "why": "One white: you strike again (Law 48).",
    "said": [
      {
        "key": "fell.men",
        "values": [
          [
            "men",
            "white:1"
          ]
        ],
        "clause": ""
      },
      {
        "key": "said.again",
        "values": [
          [
            "who",
            "player"
          ]
        ],
        "clause": "Law 48"
      }
    ],
    "findings": [
      {
        "clause": "Law 48",
        "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
        "key": "own_man_keeps_the_turn",
        "values": [
          [
            "an_own_man",
            "an-own-man"
          ]
        ]
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "W9",
          "at": {
            "x": -20000,
            "y": 90000
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": 30000,
            "y": 150000
          }
        }
      ]
    },
    "phase": "play",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 1,
        "pocketed": [
          "W2",
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W8",
          "W1"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 1,
        "pocketed": [
          "B1",
          "B2",
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B8"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "covered",
      "seat": "south"
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "continue",
      "why": "One white: you strike again (Law 48).",
      "said": [
        {
          "key": "fell.men",
          "values": [
            [
              "men",
              "white:1"
            ]
          ],
          "clause": ""
        },
        {
          "key": "said.again",
          "values": [
            [
              "who",
              "player"
            ]
          ],
          "clause": "Law 48"
        }
      ],
      "findings": [
        {
          "clause": "Law 48",
          "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
          "key": "own_man_keeps_the_turn",
          "values": [
            [
              "an_own_man",
              "an-own-man"
            ]
          ]
        }
      ]
    },
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "moment": {
    "rules": "icf",
    "position": "c1_W9.-20000.90000_B9.30000.150000",
    "turn": "south",
    "white": "south",
    "queen": "mover",
    "due": [
      0,
      0
    ],
    "score": [
      0,
      0
    ],
    "attempt": null,
    "kept": "{\"sides\":[{\"seats\":[\"south\"],\"colour\":\"white\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]},{\"seats\":[\"north\"],\"colour\":\"black\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]}],\"breaker\":\"south\",\"turn\":\"south\",\"phase\":\"play\",\"attempt\":1,\"struck\":true,\"turns\":2,\"passes\":0,\"on_board\":[\"W9\",\"B9\"],\"pocketed\":[\"Q\",\"W2\",\"W3\",\"W4\",\"W5\",\"W6\",\"W7\",\"W8\",\"B1\",\"B2\",\"B3\",\"B4\",\"B5\",\"B6\",\"B7\",\"B8\",\"W1\"],\"queen\":\"covered\",\"queen_side\":0,\"queen_turn\":0,\"no_room\":false,\"fallen\":[\"W1\"],\"covered_now\":false,\"misses\":0}",
    "partners": false
  },
  "reached": true,
  "said": [],
  "training": {
    "kind": "drill",
    "hit": true,
    "goes_on": false,
    "left": null,
    "name": "straight",
    "tries": 4,
    "hits": 3,
    "low": 0.30063605244263664,
    "high": 0.9544139373553638
  }
};

export const goldenTriedALesson: ServerMessage = {
  "type": "tried",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 0,
      "vy": 500000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 250000,
            "y": 180000
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 0,
        "vy": 500000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 424882,
        "x": 0,
        "y": -146380,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [],
    "duration": 424882,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -146380
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 250000,
            "y": 180000
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    }
  },
  "pocketed": [],
  "touched": [],
  "ruling": {
    "seat": "south",
    "turn": "pass",
    "why": "Nothing fell: the turn passes (Law 48).",
    "said": [
      {
        "key": "fell.nothing",
        "values": [],
        "clause": ""
      },
      {
        "key": "said.pass",
        "values": [],
        "clause": "Law 48"
      }
    ],
    "findings": [
      {
        "clause": "Law 48",
        "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
        "key": "own_man_keeps_the_turn",
        "values": [
          [
            "an_own_man",
            "an-own-man"
          ]
        ]
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "W1",
          "at": {
            "x": 250000,
            "y": 180000
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    },
    "phase": "play",
    "turn": "north",
    "expected": [
      {
        "type": "strike",
        "seat": "north",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 23542,
            "y": 0
          },
          {
            "lo": 23543,
            "hi": 23622,
            "y": -950
          },
          {
            "lo": 23623,
            "hi": 23728,
            "y": -1900
          },
          {
            "lo": 23729,
            "hi": 23858,
            "y": -2850
          },
          {
            "lo": 23859,
            "hi": 24014,
            "y": -3800
          },
          {
            "lo": 24015,
            "hi": 24196,
            "y": -4750
          },
          {
            "lo": 95804,
            "hi": 95985,
            "y": -4750
          },
          {
            "lo": 95986,
            "hi": 96141,
            "y": -3800
          },
          {
            "lo": 96142,
            "hi": 96271,
            "y": -2850
          },
          {
            "lo": 96272,
            "hi": 96377,
            "y": -1900
          },
          {
            "lo": 96378,
            "hi": 96457,
            "y": -950
          },
          {
            "lo": 96458,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 2,
        "pocketed": [
          "W2",
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W9"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 1,
        "pocketed": [
          "B1",
          "B2",
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "covered",
      "seat": "south"
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "pass",
      "why": "Nothing fell: the turn passes (Law 48).",
      "said": [
        {
          "key": "fell.nothing",
          "values": [],
          "clause": ""
        },
        {
          "key": "said.pass",
          "values": [],
          "clause": "Law 48"
        }
      ],
      "findings": [
        {
          "clause": "Law 48",
          "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
          "key": "own_man_keeps_the_turn",
          "values": [
            [
              "an_own_man",
              "an-own-man"
            ]
          ]
        }
      ]
    },
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "moment": {
    "rules": "icf",
    "position": "c1_W1.250000.180000_W8.-150000.120000_B8.-60000.250000",
    "turn": "north",
    "white": "south",
    "queen": "opponent",
    "due": [
      0,
      0
    ],
    "score": [
      0,
      0
    ],
    "attempt": null,
    "kept": "{\"sides\":[{\"seats\":[\"south\"],\"colour\":\"white\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]},{\"seats\":[\"north\"],\"colour\":\"black\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]}],\"breaker\":\"south\",\"turn\":\"north\",\"phase\":\"play\",\"attempt\":1,\"struck\":false,\"turns\":3,\"passes\":0,\"on_board\":[\"W1\",\"W8\",\"B8\"],\"pocketed\":[\"Q\",\"W2\",\"W3\",\"W4\",\"W5\",\"W6\",\"W7\",\"W9\",\"B1\",\"B2\",\"B3\",\"B4\",\"B5\",\"B6\",\"B7\",\"B9\"],\"queen\":\"covered\",\"queen_side\":0,\"queen_turn\":0,\"no_room\":false,\"fallen\":[],\"covered_now\":false,\"misses\":0}",
    "partners": false
  },
  "reached": false,
  "said": [],
  "training": null
};

export const goldenTriedAPuzzle: ServerMessage = {
  "type": "tried",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 149271,
      "vx": 2239761,
      "vy": 1680319,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 149271,
            "y": -252600
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 171561,
            "y": -306320
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 29820,
            "y": -283439
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": 288367,
            "y": 97340
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 6285,
            "y": -309437
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 338738,
            "y": -21632
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 51470,
            "y": 262221
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": 220026,
            "y": -200368
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 149271,
        "y": -252600,
        "vx": 2239761,
        "vy": 1680319,
        "ax": -941338,
        "ay": -706213,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 18428,
        "x": 190386,
        "y": -221755,
        "vx": 1125695,
        "vy": 870368,
        "ax": -930972,
        "ay": -719812,
        "angle": 0,
        "spin": -440,
        "spin_rate": 188
      },
      {
        "disc": "B8",
        "time": 18428,
        "x": 220025,
        "y": -200369,
        "vx": 3060613,
        "vy": 2224010,
        "ax": -951993,
        "ay": -691771,
        "angle": 0,
        "spin": -1595,
        "spin_rate": 249
      },
      {
        "disc": "B8",
        "time": 62537,
        "x": 354100,
        "y": -102943,
        "vx": -2263928,
        "vy": 1470704,
        "ax": 947387,
        "ay": -615446,
        "angle": -70,
        "spin": -92509,
        "spin_rate": 21074
      },
      {
        "disc": "S",
        "time": 169020,
        "x": 349350,
        "y": -98846,
        "vx": -739068,
        "vy": 510777,
        "ax": 924263,
        "ay": -638767,
        "angle": -64,
        "spin": -24748,
        "spin_rate": 17282
      },
      {
        "disc": "B8",
        "time": 229490,
        "x": -10666,
        "y": 134019,
        "vx": -2105754,
        "vy": 1367950,
        "ax": 944405,
        "ay": -613509,
        "angle": -15221,
        "spin": -88992,
        "spin_rate": 21867
      },
      {
        "disc": "S",
        "time": 278588,
        "x": 273920,
        "y": -46716,
        "vx": -637840,
        "vy": 440817,
        "ax": 919069,
        "ay": -635177,
        "angle": -2672,
        "spin": -22846,
        "spin_rate": 18295
      },
      {
        "disc": "S",
        "time": 333372,
        "x": 240355,
        "y": -23519,
        "vx": -587488,
        "vy": 406018,
        "ax": 914862,
        "ay": -632270,
        "angle": -3896,
        "spin": -21844,
        "spin_rate": 19079
      },
      {
        "disc": "S",
        "time": 388156,
        "x": 209543,
        "y": -2225,
        "vx": -537365,
        "vy": 371378,
        "ax": 909895,
        "ay": -628837,
        "angle": -5064,
        "spin": -20799,
        "spin_rate": 19968
      },
      {
        "disc": "B8",
        "time": 396443,
        "x": -349065,
        "y": 353851,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": -29774,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 442940,
        "x": 181470,
        "y": 17177,
        "vx": -487513,
        "vy": 336925,
        "ax": 903946,
        "ay": -624726,
        "angle": -6174,
        "spin": -19706,
        "spin_rate": 20987
      },
      {
        "disc": "S",
        "time": 497724,
        "x": 156118,
        "y": 34698,
        "vx": -437986,
        "vy": 302697,
        "ax": 896705,
        "ay": -619721,
        "angle": -7222,
        "spin": -18557,
        "spin_rate": 22170
      },
      {
        "disc": "S",
        "time": 552508,
        "x": 133469,
        "y": 50351,
        "vx": -388854,
        "vy": 268741,
        "ax": 887717,
        "ay": -613510,
        "angle": -8205,
        "spin": -17343,
        "spin_rate": 23565
      },
      {
        "disc": "S",
        "time": 607292,
        "x": 113498,
        "y": 64153,
        "vx": -340212,
        "vy": 235124,
        "ax": 876297,
        "ay": -605617,
        "angle": -9120,
        "spin": -16053,
        "spin_rate": 25240
      },
      {
        "disc": "S",
        "time": 662076,
        "x": 96175,
        "y": 76125,
        "vx": -292190,
        "vy": 201935,
        "ax": 861359,
        "ay": -595293,
        "angle": -9961,
        "spin": -14672,
        "spin_rate": 27299
      },
      {
        "disc": "S",
        "time": 716860,
        "x": 81461,
        "y": 86295,
        "vx": -244979,
        "vy": 169307,
        "ax": 841051,
        "ay": -581258,
        "angle": -10724,
        "spin": -13179,
        "spin_rate": 29911
      },
      {
        "disc": "S",
        "time": 771644,
        "x": 69302,
        "y": 94698,
        "vx": -198858,
        "vy": 137433,
        "ax": 811317,
        "ay": -560709,
        "angle": -11401,
        "spin": -11544,
        "spin_rate": 33455
      },
      {
        "disc": "S",
        "time": 826427,
        "x": 59625,
        "y": 101385,
        "vx": -154394,
        "vy": 106703,
        "ax": 771738,
        "ay": -533355,
        "angle": -11984,
        "spin": -9712,
        "spin_rate": 37826
      },
      {
        "disc": "S",
        "time": 881211,
        "x": 52325,
        "y": 106430,
        "vx": -112111,
        "vy": 77481,
        "ax": 729260,
        "ay": -503999,
        "angle": -12459,
        "spin": -7639,
        "spin_rate": 42165
      },
      {
        "disc": "S",
        "time": 935995,
        "x": 47277,
        "y": 109919,
        "vx": -72153,
        "vy": 49865,
        "ax": 685395,
        "ay": -473683,
        "angle": -12814,
        "spin": -5329,
        "spin_rate": 46307
      },
      {
        "disc": "S",
        "time": 990779,
        "x": 44353,
        "y": 111940,
        "vx": -34566,
        "vy": 23889,
        "ax": 636332,
        "ay": -439775,
        "angle": -13037,
        "spin": -2794,
        "spin_rate": 50560
      },
      {
        "disc": "S",
        "time": 1045563,
        "x": 43414,
        "y": 112589,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": -13114,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 18428,
        "kind": "disc",
        "discs": [
          "S",
          "B8"
        ],
        "at": {
          "x": 207132,
          "y": -209672
        },
        "speed": 2777833,
        "impulse": 20335
      },
      {
        "time": 62537,
        "kind": "frame",
        "discs": [
          "B8"
        ],
        "at": {
          "x": 370000,
          "y": -102942
        },
        "speed": 3018621,
        "impulse": 28394
      },
      {
        "time": 169020,
        "kind": "frame",
        "discs": [
          "S"
        ],
        "at": {
          "x": 370000,
          "y": -98846
        },
        "speed": 985498,
        "impulse": 25869
      },
      {
        "time": 396443,
        "kind": "pocket",
        "discs": [
          "B8"
        ],
        "at": {
          "x": -349065,
          "y": 353851
        },
        "speed": 2323108,
        "impulse": 0
      }
    ],
    "duration": 1045563,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 43414,
            "y": 112589
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 171561,
            "y": -306320
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 29820,
            "y": -283439
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": 288367,
            "y": 97340
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 6285,
            "y": -309437
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 338738,
            "y": -21632
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 51470,
            "y": 262221
          }
        }
      ]
    }
  },
  "pocketed": [
    "B8"
  ],
  "touched": [
    "B8"
  ],
  "ruling": {
    "seat": "south",
    "turn": "continue",
    "why": "One black: you strike again (Law 48).",
    "said": [
      {
        "key": "fell.men",
        "values": [
          [
            "men",
            "black:1"
          ]
        ],
        "clause": ""
      },
      {
        "key": "said.again",
        "values": [
          [
            "who",
            "player"
          ]
        ],
        "clause": "Law 48"
      }
    ],
    "findings": [
      {
        "clause": "Law 48",
        "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
        "key": "own_man_keeps_the_turn",
        "values": [
          [
            "an_own_man",
            "an-own-man"
          ]
        ]
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "W1",
          "at": {
            "x": 171561,
            "y": -306320
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 29820,
            "y": -283439
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": 288367,
            "y": 97340
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 6285,
            "y": -309437
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 338738,
            "y": -21632
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": 51470,
            "y": 262221
          }
        }
      ]
    },
    "phase": "play",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 10202,
            "y": 0
          },
          {
            "lo": 10203,
            "hi": 11782,
            "y": 950
          },
          {
            "lo": 11783,
            "hi": 13570,
            "y": 1900
          },
          {
            "lo": 13571,
            "hi": 15644,
            "y": 2850
          },
          {
            "lo": 15645,
            "hi": 18156,
            "y": 3800
          },
          {
            "lo": 18157,
            "hi": 21493,
            "y": 4750
          },
          {
            "lo": 38147,
            "hi": 41483,
            "y": 4750
          },
          {
            "lo": 41484,
            "hi": 43995,
            "y": 3800
          },
          {
            "lo": 43996,
            "hi": 46069,
            "y": 2850
          },
          {
            "lo": 46070,
            "hi": 47857,
            "y": 1900
          },
          {
            "lo": 47858,
            "hi": 49437,
            "y": 950
          },
          {
            "lo": 49438,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "north",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 1,
        "pocketed": [
          "B1",
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B9",
          "B8"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 5,
        "pocketed": [
          "W6",
          "W7",
          "W8",
          "W9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "covered",
      "seat": "south"
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "continue",
      "why": "One black: you strike again (Law 48).",
      "said": [
        {
          "key": "fell.men",
          "values": [
            [
              "men",
              "black:1"
            ]
          ],
          "clause": ""
        },
        {
          "key": "said.again",
          "values": [
            [
              "who",
              "player"
            ]
          ],
          "clause": "Law 48"
        }
      ],
      "findings": [
        {
          "clause": "Law 48",
          "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
          "key": "own_man_keeps_the_turn",
          "values": [
            [
              "an_own_man",
              "an-own-man"
            ]
          ]
        }
      ]
    },
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "moment": {
    "rules": "icf",
    "position": "c1_W1.171561.-306320_W2.29820.-283439_W3.288367.97340_W4.6285.-309437_W5.338738.-21632_B2.51470.262221",
    "turn": "south",
    "white": "north",
    "queen": "mover",
    "due": [
      0,
      0
    ],
    "score": [
      0,
      0
    ],
    "attempt": null,
    "kept": "{\"sides\":[{\"seats\":[\"south\"],\"colour\":\"black\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]},{\"seats\":[\"north\"],\"colour\":\"white\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]}],\"breaker\":\"north\",\"turn\":\"south\",\"phase\":\"play\",\"attempt\":1,\"struck\":true,\"turns\":2,\"passes\":0,\"on_board\":[\"W1\",\"W2\",\"W3\",\"W4\",\"W5\",\"B2\"],\"pocketed\":[\"Q\",\"W6\",\"W7\",\"W8\",\"W9\",\"B1\",\"B3\",\"B4\",\"B5\",\"B6\",\"B7\",\"B9\",\"B8\"],\"queen\":\"covered\",\"queen_side\":0,\"queen_turn\":0,\"no_room\":false,\"fallen\":[\"B8\"],\"covered_now\":false,\"misses\":0}",
    "partners": false
  },
  "reached": true,
  "said": [],
  "training": {
    "kind": "puzzle",
    "solved": true,
    "goes_on": false,
    "success": 1.0,
    "bar": 0.8,
    "reply": null,
    "themes": [
      "bank"
    ],
    "best": {
      "stroke": {
        "x": 149271,
        "vx": 2239761,
        "vy": 1680319,
        "y": 0,
        "spin": 0
      },
      "at": null,
      "name": "bank",
      "disc": "B8",
      "pocket": 0,
      "success": 1.0,
      "rival": {
        "name": "plant",
        "disc": "B8",
        "pocket": 0,
        "success": 0.5449
      }
    },
    "rating": {
      "rating": 1632.9243948891335,
      "deviation": 258.02028320546657,
      "volatility": 0.05999896031209069
    }
  }
};

export const goldenTriedAlone: ServerMessage = {
  "type": "tried",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 0,
      "vy": 200000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 1,
            "y": -4
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 3,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27554,
            "y": 15907
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15911
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 5,
            "y": -63636
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55116,
            "y": -31817
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55117,
            "y": 31815
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 5,
            "y": 63637
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55118,
            "y": 31822
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55115,
            "y": -31823
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27556,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": -3,
            "y": 31816
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27560,
            "y": -15905
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27552,
            "y": -47725
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55115,
            "y": 3
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27553,
            "y": 47727
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27560,
            "y": 47726
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55115,
            "y": 2
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27558,
            "y": -47729
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 0,
        "vy": 200000,
        "ax": 0,
        "ay": -1176798,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 169953,
        "x": 0,
        "y": -235605,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [],
    "duration": 169953,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -235605
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 1,
            "y": -4
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 3,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27554,
            "y": 15907
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15911
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 5,
            "y": -63636
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55116,
            "y": -31817
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55117,
            "y": 31815
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 5,
            "y": 63637
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55118,
            "y": 31822
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55115,
            "y": -31823
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27556,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": -3,
            "y": 31816
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27560,
            "y": -15905
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27552,
            "y": -47725
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55115,
            "y": 3
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27553,
            "y": 47727
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27560,
            "y": 47726
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55115,
            "y": 2
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27558,
            "y": -47729
          }
        }
      ]
    }
  },
  "pocketed": [],
  "touched": [],
  "ruling": {
    "seat": "south",
    "turn": "retry",
    "why": "Nothing fell: you try again (Law 45a).",
    "said": [
      {
        "key": "fell.nothing",
        "values": [],
        "clause": ""
      },
      {
        "key": "said.try-again",
        "values": [
          [
            "who",
            "player"
          ]
        ],
        "clause": "Law 45a"
      }
    ],
    "findings": [
      {
        "clause": "Law 127a",
        "sentence": "A stroke is made once the striker has left any of its lines, even if it touches nothing.",
        "key": "leaving_a_line_is_a_stroke",
        "values": []
      },
      {
        "clause": "Law 45a",
        "sentence": "A break that touches no man is tried again, up to 3 attempts in all.",
        "key": "missed_break_is_repeated",
        "values": [
          [
            "man",
            "man"
          ],
          [
            "break_attempts",
            3
          ]
        ]
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 1,
            "y": -4
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 3,
            "y": -31820
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": 27554,
            "y": 15907
          }
        },
        {
          "disc": "W3",
          "at": {
            "x": -27557,
            "y": 15911
          }
        },
        {
          "disc": "W4",
          "at": {
            "x": 5,
            "y": -63636
          }
        },
        {
          "disc": "W5",
          "at": {
            "x": 55116,
            "y": -31817
          }
        },
        {
          "disc": "W6",
          "at": {
            "x": 55117,
            "y": 31815
          }
        },
        {
          "disc": "W7",
          "at": {
            "x": 5,
            "y": 63637
          }
        },
        {
          "disc": "W8",
          "at": {
            "x": -55118,
            "y": 31822
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -55115,
            "y": -31823
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": 27556,
            "y": -15910
          }
        },
        {
          "disc": "B2",
          "at": {
            "x": -3,
            "y": 31816
          }
        },
        {
          "disc": "B3",
          "at": {
            "x": -27560,
            "y": -15905
          }
        },
        {
          "disc": "B4",
          "at": {
            "x": 27552,
            "y": -47725
          }
        },
        {
          "disc": "B5",
          "at": {
            "x": 55115,
            "y": 3
          }
        },
        {
          "disc": "B6",
          "at": {
            "x": 27553,
            "y": 47727
          }
        },
        {
          "disc": "B7",
          "at": {
            "x": -27560,
            "y": 47726
          }
        },
        {
          "disc": "B8",
          "at": {
            "x": -55115,
            "y": 2
          }
        },
        {
          "disc": "B9",
          "at": {
            "x": -27558,
            "y": -47729
          }
        }
      ]
    },
    "phase": "break",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": 2,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 9,
        "pocketed": [],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "retry",
      "why": "Nothing fell: you try again (Law 45a).",
      "said": [
        {
          "key": "fell.nothing",
          "values": [],
          "clause": ""
        },
        {
          "key": "said.try-again",
          "values": [
            [
              "who",
              "player"
            ]
          ],
          "clause": "Law 45a"
        }
      ],
      "findings": [
        {
          "clause": "Law 127a",
          "sentence": "A stroke is made once the striker has left any of its lines, even if it touches nothing.",
          "key": "leaving_a_line_is_a_stroke",
          "values": []
        },
        {
          "clause": "Law 45a",
          "sentence": "A break that touches no man is tried again, up to 3 attempts in all.",
          "key": "missed_break_is_repeated",
          "values": [
            [
              "man",
              "man"
            ],
            [
              "break_attempts",
              3
            ]
          ]
        }
      ]
    },
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "moment": {
    "rules": "icf",
    "position": "c1_Q.1.-4_W1.3.-31820_W2.27554.15907_W3.-27557.15911_W4.5.-63636_W5.55116.-31817_W6.55117.31815_W7.5.63637_W8.-55118.31822_W9.-55115.-31823_B1.27556.-15910_B2.-3.31816_B3.-27560.-15905_B4.27552.-47725_B5.55115.3_B6.27553.47727_B7.-27560.47726_B8.-55115.2_B9.-27558.-47729",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [
      0,
      0
    ],
    "score": [
      0,
      0
    ],
    "attempt": 2,
    "kept": "{\"sides\":[{\"seats\":[\"south\"],\"colour\":\"white\",\"score\":0,\"due\":0,\"pocketed_before\":false,\"pocketed_by_self\":false,\"points\":0,\"turn_points\":0,\"taken\":[]},{\"seats\":[\"north\"],\"colour\":\"black\",\"score\":0,\"due\":0,\"pocketed_before\":false,\"pocketed_by_self\":false,\"points\":0,\"turn_points\":0,\"taken\":[]}],\"breaker\":\"south\",\"turn\":\"south\",\"phase\":\"break\",\"attempt\":2,\"struck\":false,\"turns\":0,\"passes\":0,\"on_board\":[\"Q\",\"W1\",\"W2\",\"W3\",\"W4\",\"W5\",\"W6\",\"W7\",\"W8\",\"W9\",\"B1\",\"B2\",\"B3\",\"B4\",\"B5\",\"B6\",\"B7\",\"B8\",\"B9\"],\"pocketed\":[],\"queen\":\"board\",\"queen_side\":null,\"queen_turn\":null,\"no_room\":false,\"fallen\":[],\"covered_now\":false,\"misses\":0}",
    "partners": false
  },
  "reached": null,
  "said": [],
  "training": {
    "kind": "alone",
    "run": {
      "seed": 288545018,
      "blacks": false,
      "strokes": 1,
      "misses": 0,
      "idle": 1,
      "slam": false,
      "over": false
    },
    "kept": true,
    "counts": false,
    "hand": {
      "direction": 0.789,
      "low": 0.475,
      "high": 1.372,
      "level": "champion",
      "boards": 2,
      "strokes": 0
    }
  }
};

export const goldenTriedWhatIf: ServerMessage = {
  "type": "tried",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "motion": null,
  "pocketed": [
    "W1"
  ],
  "touched": [],
  "ruling": {
    "seat": "south",
    "turn": "continue",
    "why": "Striker and one white: both due men come back (Law 73), and you strike again.",
    "said": [
      {
        "key": "fell.striker",
        "values": [],
        "clause": ""
      },
      {
        "key": "fell.men",
        "values": [
          [
            "men",
            "white:1"
          ]
        ],
        "clause": ""
      },
      {
        "key": "said.both-come-back",
        "values": [],
        "clause": "Law 73"
      },
      {
        "key": "said.again",
        "values": [
          [
            "who",
            "player"
          ]
        ],
        "clause": "Law 73"
      }
    ],
    "findings": [
      {
        "clause": "Law 73",
        "sentence": "Striker and own men fall together: those men and one more come back, and the turn goes on.",
        "key": "striker_with_own_men",
        "values": [
          [
            "own_men",
            "own-men"
          ],
          [
            "men",
            "men"
          ]
        ]
      },
      {
        "clause": "Law 48",
        "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
        "key": "own_man_keeps_the_turn",
        "values": [
          [
            "an_own_man",
            "an-own-man"
          ]
        ]
      }
    ]
  },
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": -12500,
            "y": -30310
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "W9",
          "at": {
            "x": -12500,
            "y": 30310
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    },
    "phase": "play",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": null,
        "attempts": 3,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [
      {
        "seats": [
          "south"
        ],
        "colour": "white",
        "score": 0,
        "on_board": 3,
        "pocketed": [
          "W3",
          "W4",
          "W5",
          "W6",
          "W7",
          "W8"
        ],
        "due": 0,
        "games": 0
      },
      {
        "seats": [
          "north"
        ],
        "colour": "black",
        "score": 0,
        "on_board": 1,
        "pocketed": [
          "B2",
          "B3",
          "B4",
          "B5",
          "B6",
          "B7",
          "B8",
          "B9"
        ],
        "due": 0,
        "games": 0
      }
    ],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": {
      "seat": "south",
      "turn": "continue",
      "why": "Striker and one white: both due men come back (Law 73), and you strike again.",
      "said": [
        {
          "key": "fell.striker",
          "values": [],
          "clause": ""
        },
        {
          "key": "fell.men",
          "values": [
            [
              "men",
              "white:1"
            ]
          ],
          "clause": ""
        },
        {
          "key": "said.both-come-back",
          "values": [],
          "clause": "Law 73"
        },
        {
          "key": "said.again",
          "values": [
            [
              "who",
              "player"
            ]
          ],
          "clause": "Law 73"
        }
      ],
      "findings": [
        {
          "clause": "Law 73",
          "sentence": "Striker and own men fall together: those men and one more come back, and the turn goes on.",
          "key": "striker_with_own_men",
          "values": [
            [
              "own_men",
              "own-men"
            ],
            [
              "men",
              "men"
            ]
          ]
        },
        {
          "clause": "Law 48",
          "sentence": "Whoever pockets an own man, or the queen rightfully, strikes again; otherwise the turn passes.",
          "key": "own_man_keeps_the_turn",
          "values": [
            [
              "an_own_man",
              "an-own-man"
            ]
          ]
        }
      ]
    },
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W1.-12500.-30310_W2.-150000.120000_W9.-12500.30310_B1.-60000.250000",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [
      0,
      0
    ],
    "score": [
      0,
      0
    ],
    "attempt": null,
    "kept": "{\"sides\":[{\"seats\":[\"south\"],\"colour\":\"white\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]},{\"seats\":[\"north\"],\"colour\":\"black\",\"score\":0,\"due\":0,\"pocketed_before\":true,\"pocketed_by_self\":true,\"points\":0,\"turn_points\":0,\"taken\":[]}],\"breaker\":\"south\",\"turn\":\"south\",\"phase\":\"play\",\"attempt\":1,\"struck\":true,\"turns\":2,\"passes\":0,\"on_board\":[\"Q\",\"W1\",\"W2\",\"W9\",\"B1\"],\"pocketed\":[\"W3\",\"W4\",\"W5\",\"W6\",\"W7\",\"W8\",\"B2\",\"B3\",\"B4\",\"B5\",\"B6\",\"B7\",\"B8\",\"B9\"],\"queen\":\"board\",\"queen_side\":null,\"queen_turn\":null,\"no_room\":false,\"fallen\":[\"W1\"],\"covered_now\":false,\"misses\":0}",
    "partners": false
  },
  "reached": null,
  "said": [],
  "training": null
};

export const goldenTried: ServerMessage = {
  "type": "tried",
  "nonce": "AAAAAAAAAAAAAAAAAAAAAA",
  "motion": {
    "seat": "south",
    "stroke": {
      "x": 0,
      "vx": 1180000,
      "vy": 2000000,
      "y": 0,
      "spin": 0
    },
    "before": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 0,
            "y": -252600
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W1",
          "at": {
            "x": 250000,
            "y": 180000
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    },
    "keyframes": [
      {
        "disc": "S",
        "time": 0,
        "x": 0,
        "y": -252600,
        "vx": 1180000,
        "vy": 2000000,
        "ax": -597989,
        "ay": -1013540,
        "angle": 0,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 210794,
        "x": 235451,
        "y": 146470,
        "vx": 633473,
        "vy": 873806,
        "ax": -690548,
        "ay": -952533,
        "angle": 0,
        "spin": 2181,
        "spin_rate": -1260
      },
      {
        "disc": "W1",
        "time": 210794,
        "x": 250000,
        "y": 180000,
        "vx": 1173415,
        "vy": 2546637,
        "ax": -492345,
        "ay": -1068525,
        "angle": 0,
        "spin": 7896,
        "spin_rate": -1669
      },
      {
        "disc": "W1",
        "time": 276251,
        "x": 325753,
        "y": 344405,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": 513,
        "spin": 0,
        "spin_rate": 0
      },
      {
        "disc": "S",
        "time": 412846,
        "x": 349350,
        "y": 303581,
        "vx": -370449,
        "vy": 551667,
        "ax": 646181,
        "ay": -962283,
        "angle": 415,
        "spin": -10640,
        "spin_rate": 9904
      },
      {
        "disc": "S",
        "time": 502881,
        "x": 318616,
        "y": 349350,
        "vx": -275222,
        "vy": -348753,
        "ax": 689457,
        "ay": 873658,
        "angle": -503,
        "spin": -13335,
        "spin_rate": 18950
      },
      {
        "disc": "S",
        "time": 558034,
        "x": 304485,
        "y": 331444,
        "vx": -237190,
        "vy": -300560,
        "ax": 682903,
        "ay": 865354,
        "angle": -1210,
        "spin": -12291,
        "spin_rate": 20492
      },
      {
        "disc": "S",
        "time": 613186,
        "x": 292442,
        "y": 316184,
        "vx": -199516,
        "vy": -252820,
        "ax": 673875,
        "ay": 853913,
        "angle": -1856,
        "spin": -11163,
        "spin_rate": 22459
      },
      {
        "disc": "S",
        "time": 668338,
        "x": 282463,
        "y": 303539,
        "vx": -162332,
        "vy": -205702,
        "ax": 660726,
        "ay": 837252,
        "angle": -2438,
        "spin": -9927,
        "spin_rate": 25077
      },
      {
        "disc": "S",
        "time": 723490,
        "x": 274515,
        "y": 293467,
        "vx": -125856,
        "vy": -159481,
        "ax": 640014,
        "ay": 811006,
        "angle": -2947,
        "spin": -8549,
        "spin_rate": 28788
      },
      {
        "disc": "S",
        "time": 778643,
        "x": 268547,
        "y": 285905,
        "vx": -90640,
        "vy": -114856,
        "ax": 614818,
        "ay": 779079,
        "angle": -3375,
        "spin": -6947,
        "spin_rate": 32864
      },
      {
        "disc": "S",
        "time": 806219,
        "x": 266281,
        "y": 283034,
        "vx": -73680,
        "vy": -93364,
        "ax": 590432,
        "ay": 748177,
        "angle": -3554,
        "spin": -6041,
        "spin_rate": 36503
      },
      {
        "disc": "S",
        "time": 833795,
        "x": 264474,
        "y": 280744,
        "vx": -57396,
        "vy": -72730,
        "ax": 563833,
        "ay": 714472,
        "angle": -3707,
        "spin": -5034,
        "spin_rate": 40219
      },
      {
        "disc": "S",
        "time": 861371,
        "x": 263106,
        "y": 279010,
        "vx": -41847,
        "vy": -53027,
        "ax": 536454,
        "ay": 679778,
        "angle": -3830,
        "spin": -3925,
        "spin_rate": 43800
      },
      {
        "disc": "S",
        "time": 888947,
        "x": 262156,
        "y": 277806,
        "vx": -27051,
        "vy": -34278,
        "ax": 508137,
        "ay": 643895,
        "angle": -3922,
        "spin": -2717,
        "spin_rate": 47262
      },
      {
        "disc": "S",
        "time": 916523,
        "x": 261603,
        "y": 277106,
        "vx": -13025,
        "vy": -16504,
        "ax": 475901,
        "ay": 603047,
        "angle": -3979,
        "spin": -1415,
        "spin_rate": 50922
      },
      {
        "disc": "S",
        "time": 944100,
        "x": 261425,
        "y": 276880,
        "vx": 0,
        "vy": 0,
        "ax": 0,
        "ay": 0,
        "angle": -3998,
        "spin": 0,
        "spin_rate": 0
      }
    ],
    "contacts": [
      {
        "time": 210794,
        "kind": "disc",
        "discs": [
          "S",
          "W1"
        ],
        "at": {
          "x": 243671,
          "y": 165414
        },
        "speed": 2058257,
        "impulse": 15068
      },
      {
        "time": 276251,
        "kind": "pocket",
        "discs": [
          "W1"
        ],
        "at": {
          "x": 325753,
          "y": 344405
        },
        "speed": 2726963,
        "impulse": 0
      },
      {
        "time": 412846,
        "kind": "frame",
        "discs": [
          "S"
        ],
        "at": {
          "x": 370000,
          "y": 303581
        },
        "speed": 493948,
        "impulse": 12966
      },
      {
        "time": 502881,
        "kind": "frame",
        "discs": [
          "S"
        ],
        "at": {
          "x": 318615,
          "y": 370000
        },
        "speed": 465046,
        "impulse": 12207
      }
    ],
    "duration": 944100,
    "rest": {
      "placed": [
        {
          "disc": "S",
          "at": {
            "x": 261425,
            "y": 276880
          }
        },
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    }
  },
  "pocketed": [
    "W1"
  ],
  "touched": [
    "W1"
  ],
  "ruling": null,
  "state": {
    "position": {
      "placed": [
        {
          "disc": "Q",
          "at": {
            "x": 0,
            "y": 0
          }
        },
        {
          "disc": "W2",
          "at": {
            "x": -150000,
            "y": 120000
          }
        },
        {
          "disc": "B1",
          "at": {
            "x": -60000,
            "y": 250000
          }
        }
      ]
    },
    "phase": "play",
    "turn": "south",
    "expected": [
      {
        "type": "strike",
        "seat": "south",
        "attempt": null,
        "attempts": 1,
        "intervals": [
          {
            "lo": -222335,
            "hi": -214350,
            "y": 0
          },
          {
            "lo": -182549,
            "hi": 182549,
            "y": 0
          },
          {
            "lo": 214350,
            "hi": 222335,
            "y": 0
          }
        ],
        "may_pass": false,
        "passes": 0,
        "most_passes": 0,
        "passes_clause": ""
      }
    ],
    "board": 1,
    "breaker": "south",
    "sides": [],
    "queen": {
      "where": "board",
      "seat": null
    },
    "boards": [],
    "ruling": null,
    "result": null,
    "can_undo": false,
    "can_resign": false,
    "can_abort": false,
    "strokes": 0,
    "seated": [],
    "game": 1,
    "changed_seats": false,
    "last_game": []
  },
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W2.-150000.120000_B1.-60000.250000",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [],
    "score": [],
    "attempt": null,
    "kept": "",
    "partners": false
  },
  "reached": null,
  "said": [],
  "training": null
};

export const goldenWelcome: ServerMessage = {
  "type": "welcome",
  "protocol": 3,
  "program": "0.1.0",
  "levels": [
    {
      "name": "beginner",
      "aim": 3.0,
      "power": 20.0,
      "outside": false
    },
    {
      "name": "club",
      "aim": 1.2,
      "power": 11.0,
      "outside": false
    }
  ],
  "engines": [
    {
      "name": "Straight",
      "aim": 0.4,
      "power": 5.0,
      "outside": true
    }
  ],
  "rulesets": [
    {
      "name": "icf",
      "title": "The official Laws",
      "about": "The laws of the federation.",
      "players": [
        2,
        4
      ],
      "lengths": [
        "board",
        "game",
        "match"
      ],
      "target": 25,
      "board_limit": 8,
      "games_of_match": 3,
      "clock": {
        "stroke": 15,
        "place": 15
      },
      "colours_owned": true,
      "rubbers": [],
      "white_is_brown": false
    },
    {
      "name": "points",
      "title": "Points",
      "about": "Every man counts for whoever pockets him.",
      "players": [
        2,
        4
      ],
      "lengths": [
        "board",
        "game"
      ],
      "target": null,
      "board_limit": null,
      "games_of_match": 1,
      "clock": {
        "stroke": 15,
        "place": 15
      },
      "colours_owned": false,
      "rubbers": [],
      "white_is_brown": false
    }
  ],
  "surfaces": [
    "slow",
    "club",
    "tournament"
  ],
  "reach": {
    "addresses": [],
    "may_open": true
  },
  "kernel": "warming",
  "accounts": true,
  "you": "Asha",
  "films_optional": true,
  "open_racks": false,
  "offline": true
};

export const goldenAnalysis: Streamed = {
  "type": "analysis",
  "stage": 1,
  "seat": "south",
  "hand": {
    "direction": 0.4,
    "speed": 0.05,
    "place": 300.0,
    "tails": false
  },
  "win": 0.64,
  "points": 2.1,
  "lines": [
    {
      "name": "cut",
      "disc": "W4",
      "pocket": 1,
      "corner": "north-east",
      "stroke": {
        "x": 12000,
        "vx": 700000,
        "vy": 2100000,
        "y": 0,
        "spin": 0
      },
      "success": 0.82,
      "error": 0.01,
      "foul": 0.03,
      "win": 0.64,
      "win_error": 0.01,
      "points": 2.1,
      "points_error": 0.1,
      "samples": 2048,
      "window": 1.2,
      "wrong": [
        {
          "cause": "too-thick",
          "disc": null,
          "share": 0.09,
          "win": 0.4
        },
        {
          "cause": "kissed",
          "disc": "B2",
          "share": 0.06,
          "win": 0.41
        }
      ],
      "clouds": [
        {
          "disc": "S",
          "good": [
            {
              "x": 1000,
              "y": 2000
            }
          ],
          "bad": [
            {
              "x": 1000,
              "y": -2000
            }
          ],
          "fell": 0.03,
          "stays": 0.0
        }
      ],
      "next": [
        {
          "seat": "south",
          "name": "straight",
          "disc": "Q",
          "corner": "north-west",
          "stroke": {
            "x": -40000,
            "vx": -500000,
            "vy": 1800000,
            "y": 0,
            "spin": 0
          },
          "success": 0.82
        }
      ]
    }
  ],
  "stakes": null,
  "simulations": 30000,
  "done": false
};

export const goldenAssessed: Streamed = {
  "type": "assessed",
  "hand": {
    "direction": 0.4,
    "speed": 0.05,
    "place": 300.0,
    "tails": false
  },
  "line": {
    "name": "cut",
    "disc": "W4",
    "pocket": 1,
    "corner": "north-east",
    "stroke": {
      "x": 12000,
      "vx": 700000,
      "vy": 2100000,
      "y": 0,
      "spin": 0
    },
    "success": 0.82,
    "error": 0.01,
    "foul": 0.03,
    "win": 0.64,
    "win_error": 0.01,
    "points": 2.1,
    "points_error": 0.1,
    "samples": 2048,
    "window": 1.2,
    "wrong": [
      {
        "cause": "too-thick",
        "disc": null,
        "share": 0.09,
        "win": 0.4
      },
      {
        "cause": "kissed",
        "disc": "B2",
        "share": 0.06,
        "win": 0.41
      }
    ],
    "clouds": [
      {
        "disc": "S",
        "good": [
          {
            "x": 1000,
            "y": 2000
          }
        ],
        "bad": [
          {
            "x": 1000,
            "y": -2000
          }
        ],
        "fell": 0.03,
        "stays": 0.0
      }
    ],
    "next": [
      {
        "seat": "south",
        "name": "straight",
        "disc": "Q",
        "corner": "north-west",
        "stroke": {
          "x": -40000,
          "vx": -500000,
          "vy": 1800000,
          "y": 0,
          "spin": 0
        },
        "success": 0.82
      }
    ]
  },
  "simulations": 2048,
  "done": true
};

export const goldenBreaks: Streamed = {
  "type": "breaks",
  "rules": "icf",
  "angle": 270,
  "position": "c1_Q.0.0_W1.31800.0_B1.-31800.0",
  "surface": "club",
  "hand": {
    "direction": 0.4,
    "speed": 0.05,
    "place": 300.0,
    "tails": false
  },
  "seat": "south",
  "racks": 512,
  "lines": [
    {
      "stroke": {
        "x": 100107,
        "vx": -2000000,
        "vy": 5600000,
        "y": 0,
        "spin": 0
      },
      "speed": 5.95,
      "aside": 0.5,
      "book_kept": 0.52,
      "book_win": null,
      "success": 0.51,
      "error": 0.02,
      "foul": 0.01,
      "win": 0.46,
      "win_kept": 0.49,
      "win_lost": 0.42,
      "points": -0.2,
      "mine": 0.62,
      "theirs": 0.37,
      "queen": 0.006,
      "results": [
        {
          "mine": 1,
          "theirs": 0,
          "queen": false,
          "striker": false,
          "share": 0.26,
          "kept": true,
          "win": 0.47
        }
      ]
    }
  ],
  "done": true
};

export const goldenFailed: Streamed = {
  "type": "failed",
  "reason": "The striker has no legal spot on its lines; the board is to be replayed (Law 142)."
};

export const goldenHeat: Streamed = {
  "type": "heat",
  "places": [
    -1000,
    0,
    1000
  ],
  "directions": [
    1000,
    1570
  ],
  "success": [
    10,
    20,
    300,
    40,
    -1,
    -1
  ],
  "along": [
    20,
    300,
    -1
  ],
  "done": true
};

export const goldenReviewBegun: Streamed = {
  "type": "review-begun",
  "players": [
    {
      "name": "Asha",
      "seat": "south",
      "side": 0
    },
    {
      "name": "Club",
      "seat": "north",
      "side": 1
    }
  ],
  "strokes": 31,
  "hand": {
    "direction": 0.4,
    "speed": 0.05,
    "place": 300.0,
    "tails": false
  },
  "dead_band": 0.05
};

export const goldenReview: Streamed = {
  "type": "review",
  "players": [
    {
      "player": 0,
      "strokes": 16,
      "loss": 0.03,
      "luck": -0.2,
      "accuracy": 88.0,
      "succeeded": 9,
      "expected": 10.4,
      "said": 0.05,
      "grades": [
        6,
        5,
        3,
        1,
        1
      ]
    }
  ],
  "turning": [
    {
      "number": 3,
      "loss": 0.02,
      "luck": -0.14
    }
  ],
  "done": false
};

export const goldenStrokeReviewed: Streamed = {
  "type": "stroke-reviewed",
  "number": 3,
  "event": 5,
  "board": 1,
  "player": 0,
  "seat": "south",
  "moment": {
    "rules": "icf",
    "position": "c1_Q.0.0_W4.100000.100000_B2.0.200000",
    "turn": "south",
    "white": "south",
    "queen": "board",
    "due": [],
    "score": [],
    "attempt": null,
    "kept": "",
    "partners": false
  },
  "played": {
    "x": 0,
    "vx": 0,
    "vy": 2000000,
    "y": 0,
    "spin": 0
  },
  "meant": {
    "name": "cut",
    "disc": "W4",
    "pocket": 1,
    "corner": "north-east",
    "stroke": {
      "x": 12000,
      "vx": 700000,
      "vy": 2100000,
      "y": 0,
      "spin": 0
    },
    "success": 0.82,
    "error": 0.01,
    "foul": 0.03,
    "win": 0.64,
    "win_error": 0.01,
    "points": 2.1,
    "points_error": 0.1,
    "samples": 2048,
    "window": 1.2,
    "wrong": [],
    "clouds": [],
    "next": []
  },
  "is_known": false,
  "best": {
    "name": "cut",
    "disc": "W4",
    "pocket": 1,
    "corner": "north-east",
    "stroke": {
      "x": 12000,
      "vx": 700000,
      "vy": 2100000,
      "y": 0,
      "spin": 0
    },
    "success": 0.82,
    "error": 0.01,
    "foul": 0.03,
    "win": 0.64,
    "win_error": 0.01,
    "points": 2.1,
    "points_error": 0.1,
    "samples": 2048,
    "window": 1.2,
    "wrong": [],
    "clouds": [],
    "next": []
  },
  "after": 0.5,
  "said": 0.11,
  "rolled": {
    "loss": 0.02,
    "error": 0.03,
    "games": 64,
    "confirmed": false
  },
  "pending": false,
  "loss": 0.0,
  "luck": -0.14,
  "accuracy": 100.0,
  "grade": "good",
  "first": 0.5,
  "why": "Nothing fell; the turn passes.",
  "stakes": null,
  "wider": null
};

export const goldenWaiting: Streamed = {
  "type": "waiting",
  "ahead": 2
};
