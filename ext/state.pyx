"""The one contract: a compiled base class whose vtable every kernel plays.

A readable game is a Python subclass that writes hooks (``_legal_actions``, ``_apply_action``,
``_clone_into``, ...). A compiled game is a ``cdef class`` that overrides the C methods
(``c_legal``, ``c_apply``, ``c_copy_from``, ...). The public methods are written once, here, on
top of the C methods; the defaults of the C methods take the GIL and call the hooks. The C layer
trusts its caller: only public methods check.
"""

import hashlib
import json
import numbers

from ext.rng cimport Rng, Stream, fold, rng_below, rng_double
from ext.rng import hash_text
from ext.types cimport (
    CHANCE, KIBITZ_DEBUG, MAX_SEATS, TERMINAL, Actions, int64_t, push, push_outcome, release,
    uint64_t,
)

cdef extern from "Python.h":
    ctypedef struct PyObject
    ctypedef struct PyTypeObject:
        PyObject* tp_dict
    void PyType_Modified(PyTypeObject* type)


# Hooks that kernels reach through C methods: below a compiled class they would never be called.
ENGINE_HOOKS = (
    "_apply_action", "_chance_outcomes", "_clone_into", "_considered_actions", "_current_player",
    "_information_key", "_legal_actions", "_modelled", "_margins", "_places", "_playout_action",
    "_resample", "_round", "_sample_chance", "_scores", "_seen",
)
HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: set on classes made by Python, not on compiled ones
UTILITIES = {"score": SCORE, "margin": MARGIN, "win": WIN, "rank": RANK}
DEBUG = bool(KIBITZ_DEBUG)


class IllegalActionError(ValueError):
    """A move that the rules do not allow; the state is unchanged.

    Attributes
    ----------
    action : int
        What was tried.
    reason : str
        The rule that forbids it.
    legal : list of str
        The legal moves as text.
    """

    def __init__(self, action, reason, legal):
        self.action, self.reason, self.legal = action, reason, legal
        shown = ", ".join(legal[:20]) + (f", ... ({len(legal)} in all)" if len(legal) > 20 else "")
        super().__init__(f"{reason}; legal: {shown}" if legal else reason)

    def __reduce__(self):
        return type(self), (self.action, self.reason, self.legal)


cdef class State:
    """A position of a game: mutable, copied by `clone`.

    Parameters
    ----------
    game : games.core.game.Game
        Usually called through ``game.new_initial_state()``.
    """

    def __cinit__(self, *args, **kwargs):
        self._history = []
        self._samples_chance = type(self)._sample_chance is not State._sample_chance
        self._prunes = type(self)._considered_actions is not State._considered_actions
        self._models = type(self)._modelled is not State._modelled
        self._brings_playouts = type(self)._playout_action is not State._playout_action
        self._veils = type(self)._seen is not State._seen
        self._margins_differ = type(self)._margins is not State._margins
        self._ranks = type(self)._places is not State._places
        self._is_open = (
            type(self)._information_state_string is State._information_state_string
            and type(self)._information_key is State._information_key
        )

    def __init__(self, game):
        self._history, self._line = [], 0
        self._bind(game)
        self._setup()

    def __dealloc__(self):
        release(&self.scratch)

    def _bind(self, game):
        seats = game.num_players()
        if not 1 <= seats <= MAX_SEATS:
            raise ValueError(f"{game} has {seats} seats; a game here has 1 to {MAX_SEATS}")
        self.game = game
        self.seats = seats
        self.utility = UTILITIES[game.get_parameters()["utility"]]
        teams = game.teams()
        for seat in range(self.seats):
            self.team[seat] = teams[seat]

    # ---- hooks of readable games ---------------------------------------------------------------

    def _setup(self):
        """Set up the initial position; `self.game` is known."""

    def _missing(self, hook):
        raise TypeError(f"{type(self).__name__} must define {hook}()")

    def _current_player(self):
        self._missing("_current_player")

    def _legal_actions(self):
        self._missing("_legal_actions")

    def _apply_action(self, action):
        self._missing("_apply_action")

    def _clone_into(self, other):
        self._missing("_clone_into")

    def _chance_outcomes(self):
        self._missing("_chance_outcomes")

    def _sample_chance(self, stream):
        return stream.pick(self._chance_outcomes())

    def _playout_action(self, stream):
        legal = self._legal_actions()
        return legal[stream.below(len(legal))]

    def _considered_actions(self):
        """Legal actions that a search should look at; all of them unless the game knows better."""
        return self._legal_actions()

    def _modelled(self):
        """Should a search leave this decision of *another* seat to the playout policy?

        A single-observer tree pools all hands that the other seat may hold, so that it answers
        for the average hand. Where the answer depends on the hand above all, as in an auction,
        the policy, which sees the hand drawn, is the better model.
        """
        return False

    def _seen(self, seat, action):
        """What `seat` sees of a legal action of another seat: a number, the same for all that it
        cannot tell apart now. By default the action itself.
        """
        return action

    def _scores(self):
        self._missing("_scores")

    def _margins(self):
        return None  # None: one's own side's mean score less the mean of the others'

    def _places(self):
        return None  # None: ranked by score; games with tie-breaks answer the places

    def _round(self):
        return 0

    def _information_key(self, seat):
        return hash_text(self._information_state_string(seat))

    def _resample(self, seat, stream):
        """Redraw in place what `seat` cannot see; nothing to do under perfect information."""

    # Text hooks, shared by twins.

    def _chance_source(self):
        self._missing("_chance_source")

    def _phase(self):
        return "play"

    def _action_to_string(self, action):
        return str(action)

    def _string_to_action(self, text):
        """The action that `text` names, None when it names none that is legal now."""
        wanted = " ".join(text.split()).casefold()
        for action in self.legal_actions():
            if self._action_to_string(action).casefold() == wanted:
                return action
        return None

    def _why_illegal(self, action):
        return f"{self._safe_text(action)} is not legal now"

    def _information_state_string(self, seat):
        """Default, right under perfect information: everything that happened."""
        return " ".join(map(str, self._history))

    def _to_dict(self, seat):
        self._missing("_to_dict")

    def _resampled_history(self, history):
        """The action list of this state after `_resample`, given the list before it."""
        return history

    # ---- C methods: defaults call the hooks ----------------------------------------------------

    cdef int c_player(self) except? -99 nogil:
        with gil:
            return _known_player(self, self._current_player())

    cdef int c_legal(self, Actions* out) except -1 nogil:
        with gil:
            out.count = 0
            for action in self._legal_actions():
                push(out, action)
            if out.count == 0:
                _no_moves(self)
        return 0

    cdef int c_apply(self, int64_t action) except -1 nogil:
        with gil:
            self._apply_action(action)
        return 0

    cdef int c_copy_from(self, State other) except -1 nogil:
        with gil:
            other._clone_into(self)
        return 0

    cdef int c_chance(self, Actions* out) except -1 nogil:
        with gil:
            out.count = 0
            for action, p in self._chance_outcomes():
                push_outcome(out, action, p)
            if out.count == 0:
                _no_moves(self)
        return 0

    cdef int c_sample_chance(self, Rng* rng, int64_t* action) except -1 nogil:
        cdef double u, acc = 0.0
        cdef int i
        if self._samples_chance:
            return _hook_sample_chance(self, rng, action)
        self.c_chance(&self.scratch)
        if self.scratch.count == 0:
            _no_moves(self)
        u = rng_double(rng)
        for i in range(self.scratch.count):
            acc += self.scratch.p[i]
            if u < acc:
                break
        action[0] = self.scratch.items[min(i, self.scratch.count - 1)]
        return 0

    cdef int c_random_action(self, Rng* rng, int64_t* action) except -1 nogil:
        self.c_legal(&self.scratch)
        if self.scratch.count == 0:
            _no_moves(self)
        action[0] = self.scratch.items[rng_below(rng, self.scratch.count)]
        return 0

    cdef int c_considered(self, Actions* out) except -1 nogil:
        return _hook_considered(self, out) if self._prunes else self.c_legal(out)

    cdef bint c_modelled(self) except -1 nogil:
        return _hook_modelled(self) if self._models else False

    cdef int64_t c_seen(self, int seat, int64_t action) except? -99 nogil:
        return _hook_seen(self, seat, action) if self._veils else action

    cdef int c_playout_action(self, Rng* rng, int64_t* action) except -1 nogil:
        if not self._brings_playouts:
            return self.c_random_action(rng, action)
        return _hook_playout_action(self, rng, action)

    cdef int c_scores(self, double* out) except -1 nogil:
        cdef int seat
        with gil:
            scores = self._scores()
            for seat in range(self.seats):
                out[seat] = scores[seat]
        return 0

    cdef int c_margins(self, double* out) except -1 nogil:
        if self._margins_differ and _hook_margins(self, out):
            return 0
        return _margins_of_scores(self, out)

    cdef int c_places(self, double* out) except -1 nogil:
        if self._ranks and _hook_places(self, out):
            return 0
        return _places_of_scores(self, out)

    cdef int c_round(self) except -1 nogil:
        with gil:
            return self._round()

    cdef int c_infokey(self, int seat, uint64_t* key) except -1 nogil:
        if self._is_open:  # working copies have no history to make a string of
            key[0] = self._line
            return 0
        return _hook_infokey(self, seat, key)

    cdef int c_resample(self, int seat, Rng* rng) except -1 nogil:
        return _hook_resample(self, seat, rng)

    cdef bint c_position(self, uint64_t* key) except -1 nogil:
        """Hash in 128 bits, with every card open, all that the rest of the round hangs on.

        False: not here. Exact solvers remember positions by it.
        """
        return False

    cdef int c_distinct(self, Actions* out) except -1 nogil:
        """Legal actions, of those that are sure to be worth the same with open cards one."""
        return self.c_legal(out)

    # ---- what kernels call on top --------------------------------------------------------------

    cdef int c_utilities(self, double* out) except -1 nogil:
        """Running utility of each seat, by the game's `utility`."""
        cdef int seat, first = 0
        if self.utility == SCORE:
            return self.c_scores(out)
        if self.utility == MARGIN:
            return self.c_margins(out)
        self.c_places(out)
        if self.utility == RANK:
            for seat in range(self.seats):
                out[seat] = (self.seats - out[seat]) / (self.seats - 1) if self.seats > 1 else 1.0
            return 0
        cdef double best = out[0]
        for seat in range(self.seats):
            best = min(best, out[seat])
        for seat in range(self.seats):
            first += out[seat] == best
        for seat in range(self.seats):
            out[seat] = 1.0 / first if out[seat] == best else 0.0
        return 0

    cdef int c_values(self, const double* base, double* out) except -1 nogil:
        """What a search gained since `base`: final utility, or the change of score or margin.

        `win` and `rank` are settled by the whole game only, so that before its end the change
        of the margin stands in for them.
        """
        cdef int seat
        if self.c_player() == TERMINAL and self.utility >= WIN:
            return self.c_utilities(out)
        if self.utility == SCORE:
            self.c_scores(out)
        else:
            self.c_margins(out)
        for seat in range(self.seats):
            out[seat] -= base[seat]
        return 0

    cdef int c_playout(self, Rng* rng, int until_round, bint informed) except -1 nogil:
        """Play on, in place, to the end of the game or until round `until_round` is finished.

        `until_round` below zero: to the end. `informed`: by the game's playout policy, else
        uniformly at random. Returns the number of moves.
        """
        cdef int player, moves = 0
        cdef int64_t action = 0
        while True:
            player = self.c_player()
            if player == TERMINAL or (until_round >= 0 and self.c_round() > until_round):
                return moves
            if player == CHANCE:
                self.c_sample_chance(rng, &action)
            elif informed:
                self.c_playout_action(rng, &action)
            else:
                self.c_random_action(rng, &action)
            self.advance(action)
            moves += 1

    cdef int advance(self, int64_t action) except -1 nogil:
        """`c_apply`; debug builds also keep the history, so that strings can be compared."""
        if KIBITZ_DEBUG:
            with gil:
                self._history.append(action)
        if self._is_open:
            self._line = fold(self._line, <uint64_t>action)
        return self.c_apply(action)

    cdef int restore(self, State other) except -1 nogil:
        """`c_copy_from`; debug builds also copy the history."""
        if KIBITZ_DEBUG:
            with gil:
                self._history = list(other._history)
        self._line = other._line
        return self.c_copy_from(other)

    cdef int redeal(self, int seat, Rng* rng) except -1 nogil:
        """`c_resample`; debug builds also rewrite the history."""
        self.c_resample(seat, rng)
        if KIBITZ_DEBUG:
            with gil:
                self._history = list(self._resampled_history(self._history))
        return 0

    cdef State fresh(self):
        """A working copy without history."""
        if self.game is None:
            raise TypeError("a state made without a game: use game.new_initial_state()")
        cls = type(self)
        cdef State other = cls.__new__(cls)
        cdef int seat
        other.game = self.game
        other.seats = self.seats
        other.utility = self.utility
        for seat in range(self.seats):
            other.team[seat] = self.team[seat]
        other.restore(self)
        return other

    # ---- the public contract -------------------------------------------------------------------

    def current_player(self):
        """Seat to move, CHANCE (-1) or TERMINAL (-4)."""
        return self.c_player()

    def is_terminal(self):
        """Is the game over?"""
        return self.c_player() == TERMINAL

    def is_chance_node(self):
        """Is a chance event pending?"""
        return self.c_player() == CHANCE

    def legal_actions(self, player=None):
        """Legal actions, ascending; chance outcomes at a chance node.

        Empty at the end and for a seat that is not to move.
        """
        cdef int mover = self.c_player()
        if mover == TERMINAL or (player is not None and player != mover):
            return []
        if mover == CHANCE:
            self.c_chance(&self.scratch)
        else:
            self.c_legal(&self.scratch)
        return [self.scratch.items[i] for i in range(self.scratch.count)]

    def considered_actions(self):
        """Legal actions that the game thinks worth a search; empty where nobody decides."""
        if self.c_player() < 0:
            return []
        self.c_considered(&self.scratch)
        return [self.scratch.items[i] for i in range(self.scratch.count)]

    def playout_action(self, rng):
        """One action of the policy that plays simulations out; a drawn outcome at a chance node.

        Parameters
        ----------
        rng : numpy.random.Generator
        """
        cdef int mover = self.c_player()
        if mover == TERMINAL:
            raise ValueError("the game is over: playout_action() needs a decision or a chance event")
        cdef Stream stream = Stream.drawn_from(rng)
        cdef int64_t action = 0
        if mover == CHANCE:
            self.c_sample_chance(&stream.rng, &action)
        else:
            self.c_playout_action(&stream.rng, &action)
        return action

    def apply_action(self, action):
        """Play `action`.

        Raises
        ------
        IllegalActionError
            With the rule's reason and the legal moves; the state is unchanged.
        """
        self._check_legal(action)
        self.c_apply(action)
        self._history.append(int(action))
        self._line = fold(self._line, <uint64_t>action)

    def _check_legal(self, action):
        legal, whole = self.legal_actions(), _is_whole(action)
        if whole and action in legal:
            return
        if not legal:
            raise IllegalActionError(action, "the game is over", [])
        texts = [self._action_to_string(a) for a in legal]
        if not whole:
            raise IllegalActionError(action, f"{action!r} is no action: actions are integers", texts)
        if self.is_chance_node():
            raise IllegalActionError(action, f"{self._safe_text(action)} can't be drawn now", texts)
        raise IllegalActionError(action, self._why_illegal(action), texts)

    def _safe_text(self, action):
        try:
            return self._action_to_string(action)
        except Exception:
            return f"action {action!r}"

    def chance_outcomes(self):
        """``[(action, probability), ...]`` at a chance node, ascending, summing to 1."""
        if self.c_player() != CHANCE:
            raise ValueError("no chance event is pending: chance_outcomes() needs a chance node")
        self.c_chance(&self.scratch)
        return [(self.scratch.items[i], self.scratch.p[i]) for i in range(self.scratch.count)]

    def sample_chance(self, rng):
        """One outcome of the pending chance event, drawn with a `numpy.random.Generator`."""
        if self.c_player() != CHANCE:
            raise ValueError("no chance event is pending: sample_chance() needs a chance node")
        cdef Stream stream = Stream.drawn_from(rng)
        cdef int64_t action = 0
        self.c_sample_chance(&stream.rng, &action)
        return action

    def chance_source(self):
        """Which pile or die the pending event draws from: a `games.core.deal.Source`."""
        if self.c_player() != CHANCE:
            raise ValueError("no chance event is pending: chance_source() needs a chance node")
        return self._chance_source()

    def clone(self):
        """An independent copy of the same class, history included."""
        cdef State other = self.fresh()
        other._history = list(self._history)
        return other

    def child(self, action):
        """`clone()` after `apply_action(action)`."""
        other = self.clone()
        other.apply_action(action)
        return other

    def history(self):
        """Actions so far, chance included; replaying them gives the same state."""
        return list(self._history)

    def serialize(self):
        """The game's spec and the history as text; `Game.deserialize_state` reads it."""
        return f"{self.game}\n{' '.join(map(str, self._history))}\n"

    def digest(self):
        """A short hash of everything that matters, equal for equal positions."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def returns(self):
        """Utility of each seat at the end, zeros before it."""
        if self.c_player() != TERMINAL:
            return [0.0] * self.seats
        return self.utilities()

    def utilities(self):
        """Running utility of each seat: what `returns` would be if the game stopped here."""
        cdef double[16] out
        self.c_utilities(out)
        return [out[i] for i in range(self.seats)]

    def gains(self, State since not None):
        """What a search that began at `since` counts here, for each seat.

        Parameters
        ----------
        since : State
            An earlier position of the same game.

        Returns
        -------
        list of float
            The change of score or of margin; `win` and `rank` are settled by the whole game, so
            that they count the final utility at its end and the change of the margin before it.
        """
        cdef double[16] base
        cdef double[16] out
        if since.game != self.game:
            raise ValueError(f"gains are counted within one game, not from {since.game} to {self.game}")
        if self.utility == SCORE:
            since.c_scores(base)
        else:
            since.c_margins(base)
        self.c_values(base, out)
        return [out[i] for i in range(self.seats)]

    def scores(self):
        """Points of each seat as the rules count them, so far."""
        cdef double[16] out
        self.c_scores(out)
        return [out[i] for i in range(self.seats)]

    def places(self):
        """Place of each seat, 1.0 the best, ties sharing the mean of their places."""
        cdef double[16] out
        self.c_places(out)
        return [out[i] for i in range(self.seats)]

    def phase(self):
        """Short name of the pending decision."""
        return self._phase()

    def round(self):
        """Number of finished deals or rounds."""
        return self.c_round()

    def action_to_string(self, action):
        """The move in the notation that players of the game use."""
        count = self.game.num_distinct_actions()  # chance outcomes are not among them
        try:
            if count is None or self.c_player() == CHANCE or 0 <= action < count:
                return self._action_to_string(action)
        except (KeyError, IndexError, TypeError):
            pass
        raise ValueError(f"{action!r} is no action of {self.game}")

    def string_to_action(self, text):
        """Inverse of `action_to_string` over the moves that are legal now.

        Raises
        ------
        IllegalActionError
            When `text` names no legal move; the message lists them.
        """
        action = self._string_to_action(text) if isinstance(text, str) else None
        if action is None:
            legal = [self._action_to_string(a) for a in self.legal_actions()]
            raise IllegalActionError(text, f"{text!r} is not a move here", legal)
        return action

    def information_state_string(self, seat):
        """All that `seat` has seen, with perfect recall."""
        self._check_seat(seat)
        return self._information_state_string(seat)

    def observation_string(self, seat):
        """What `seat` sees now, as one line of JSON."""
        return json.dumps(self.to_dict(seat), sort_keys=True)

    def information_key(self, seat):
        """64-bit hash of `seat`'s information state, as kernels use it."""
        cdef uint64_t key = 0
        self._check_seat(seat)
        self.c_infokey(seat, &key)
        return key

    def to_dict(self, seat=None):
        """The position as plain data: all of it, or what `seat` sees."""
        if seat is not None:
            self._check_seat(seat)
        return self._to_dict(seat)

    def resample_from_infostate(self, seat, rng):
        """A full state drawn from the histories that `seat` cannot tell from this one.

        Uniform over the consistent deals unless the game's `_resample` says otherwise.

        Parameters
        ----------
        seat : int
        rng : numpy.random.Generator

        Returns
        -------
        State
            Of the same class, with a history that replays to it.
        """
        self._check_seat(seat)
        cdef Stream stream = Stream.drawn_from(rng)
        cdef State other = self.clone()
        other.c_resample(seat, &stream.rng)
        other._history = list(other._resampled_history(self._history))
        return other

    def rollout(self, rng):
        """Utilities of one uniformly random play from here to the end; the state stays as it is."""
        cdef Stream stream = Stream.drawn_from(rng)
        cdef State work = self.fresh()
        with nogil:
            work.c_playout(&stream.rng, -1, False)
        return work.utilities()

    def _check_seat(self, seat):
        if not (_is_whole(seat) and 0 <= seat < self.seats):
            raise ValueError(f"seat {seat!r} does not exist: the seats are 0 to {self.seats - 1}")

    def __repr__(self):
        return f"<{type(self).__name__} of {self.game}, {len(self._history)} actions>"

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __reduce__(self):
        return _rebuild, (self.game, self._history)


def _rebuild(game, history):
    """Unpickle: replay `history` without checks, it was legal when it was played."""
    cdef State state = game.new_initial_state()
    for action in history:
        state.c_apply(action)
        state._line = fold(state._line, <uint64_t>action)
    state._history = list(history)
    return state


def _is_whole(value):
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


cdef int _known_player(State state, player) except? -99:
    """What a hook answered, if it is a seat, CHANCE or TERMINAL: kernels index arrays by it."""
    if isinstance(player, numbers.Integral):
        if 0 <= player < state.seats or player == CHANCE or player == TERMINAL:
            return player
    raise TypeError(
        f"{type(state).__name__}._current_player() must answer a seat (0 to {state.seats - 1}), "
        f"CHANCE ({CHANCE}) or TERMINAL ({TERMINAL}), not {player!r}"
    )


cdef int _no_moves(State state) except -1 with gil:
    """A fault of the game's that would otherwise send kernels through an empty list."""
    raise ValueError(
        f"{type(state).__name__} offers no move or chance outcome after the actions "
        f"{state._history}, yet it is not at its end"
    )


def _is_compiled_game(cls):
    return cls is not State and issubclass(cls, State) and not cls.__flags__ & HEAP_TYPE


def _refuse_ignored_hooks(cls, **kwargs):
    """Refuse a class that overrides an engine hook below a compiled game."""
    super(State, cls).__init_subclass__(**kwargs)
    compiled = next((c for c in cls.__mro__ if _is_compiled_game(c)), None)
    if compiled is None:
        return
    for c in cls.__mro__[: cls.__mro__.index(compiled)]:
        clash = sorted(set(vars(c)) & set(ENGINE_HOOKS))
        if clash:
            raise TypeError(
                f"{c.__name__}.{clash[0]} would be ignored: kernels call the C methods of the "
                f"compiled {compiled.__name__}; write a readable State instead"
            )


# Cython has no __init_subclass__ in a cdef class, and the type is closed to setattr.
(<dict>(<PyTypeObject*>State).tp_dict)["__init_subclass__"] = classmethod(_refuse_ignored_hooks)
PyType_Modified(<PyTypeObject*>State)


cdef Stream _stream_of(Rng* rng):
    cdef Stream stream = Stream.__new__(Stream)
    stream.rng = rng[0]
    return stream


# A C method whose body has `with gil:` takes the GIL even on the way around that block, so these
# calls stand by themselves.


cdef int _hook_considered(State state, Actions* out) except -1 with gil:
    out.count = 0
    for action in state._considered_actions():
        push(out, action)
    return 0


cdef bint _hook_modelled(State state) except -1 with gil:
    return state._modelled()


cdef int64_t _hook_seen(State state, int seat, int64_t action) except? -99 with gil:
    return state._seen(seat, action)


cdef bint _hook_margins(State state, double* out) except -1 with gil:
    """False: the game leaves them to the scores after all."""
    return _numbers(state, state._margins(), out)


cdef bint _hook_places(State state, double* out) except -1 with gil:
    return _numbers(state, state._places(), out)


cdef bint _numbers(State state, values, double* out) except -1:
    cdef int seat
    if values is None:
        return False
    for seat in range(state.seats):
        out[seat] = values[seat]
    return True


cdef int _hook_infokey(State state, int seat, uint64_t* key) except -1 with gil:
    key[0] = <uint64_t>state._information_key(seat)
    return 0


cdef int _hook_sample_chance(State state, Rng* rng, int64_t* action) except -1 with gil:
    cdef Stream stream = _stream_of(rng)
    action[0] = state._sample_chance(stream)
    rng[0] = stream.rng
    return 0


cdef int _hook_playout_action(State state, Rng* rng, int64_t* action) except -1 with gil:
    cdef Stream stream = _stream_of(rng)
    action[0] = state._playout_action(stream)
    rng[0] = stream.rng
    return 0


cdef int _hook_resample(State state, int seat, Rng* rng) except -1 with gil:
    cdef Stream stream = _stream_of(rng)
    state._resample(seat, stream)
    rng[0] = stream.rng
    return 0


cdef int _margins_of_scores(State state, double* out) except -1 nogil:
    """One's own side's mean score less the mean score of the others; alone, the score itself."""
    cdef double[16] score
    cdef double own, others
    cdef int seat, other, mates, rest
    state.c_scores(score)
    for seat in range(state.seats):
        own = others = 0.0
        mates = rest = 0
        for other in range(state.seats):
            if state.team[other] == state.team[seat]:
                own += score[other]
                mates += 1
            else:
                others += score[other]
                rest += 1
        out[seat] = own / mates - (others / rest if rest else 0.0)
    return 0


cdef int _places_of_scores(State state, double* out) except -1 nogil:
    """Places by score, 1 the best; seats of equal score share the mean of their places."""
    cdef double[16] score
    cdef int seat, other, better, equal
    state.c_scores(score)
    for seat in range(state.seats):
        better = equal = 0
        for other in range(state.seats):
            better += score[other] > score[seat]
            equal += score[other] == score[seat]
        out[seat] = better + 0.5 * (equal + 1)
    return 0
