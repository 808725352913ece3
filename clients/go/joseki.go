// Package joseki asks a joseki service for the next move, reports results of games, and follows
// the changes of books. It needs nothing but the standard library.
package joseki

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client asks one service. Its zero value asks a server on this machine, without a key.
type Client struct {
	// URL of the service; http://127.0.0.1:8361 if empty.
	URL string
	// Key is an API key; reading needs none on most servers.
	Key string
	// HTTP sends the requests; a client with a timeout of 10 s if nil.
	HTTP *http.Client
}

// Move is a colour and a point: {"B", "Q16"}, or {"W", "pass"}.
type Move [2]string

// Question is a board to ask the next move of.
type Question struct {
	Moves    []Move `json:"moves"`
	Book     string `json:"book,omitempty"`
	Opponent string `json:"opponent,omitempty"`
	Class    string `json:"class,omitempty"`
	Limit    int    `json:"limit,omitempty"`
}

// Answer has the candidates of all corners, best first.
type Answer struct {
	ToPlay string      `json:"to_play"`
	Best   *string     `json:"best"`
	Reason *string     `json:"reason"`
	Moves  []Candidate `json:"moves"`
}

// Candidate is a move of the book.
type Candidate struct {
	Point    string   `json:"point"`
	Corner   string   `json:"corner"`
	LeadsTo  string   `json:"leads_to"`
	Verdict  *string  `json:"verdict"`
	Names    []string `json:"names"`
	Priority float64  `json:"priority"`
}

// Result is a game and how it ended for Color: "win", "loss" or "draw".
type Result struct {
	GameID   string `json:"game_id"`
	Opponent string `json:"opponent"`
	Class    string `json:"class,omitempty"`
	Color    string `json:"color"`
	Result   string `json:"result"`
	Moves    []Move `json:"moves"`
}

// Reported says what was learned of a result.
type Reported struct {
	Status  string `json:"status"`
	Learned int    `json:"learned"`
}

// Change is one change of a book.
type Change struct {
	ID      int64  `json:"id"`
	Book    string `json:"book"`
	Version uint64 `json:"version"`
	Kind    string `json:"kind"`
	Who     string `json:"who"`
	Reason  string `json:"reason"`
}

// Event is an event of the stream of changes.
type Event struct {
	// Name is "change", or "restart" after a backup was restored: then read again what you keep.
	Name string
	// ID to follow on after, in a later run.
	ID string
	// Change is set for "change".
	Change Change
}

// Problem is a refusal of the service. Match on Code, which is stable.
type Problem struct {
	Status     int           `json:"status"`
	Code       string        `json:"code"`
	Detail     string        `json:"detail"`
	Field      string        `json:"field"`
	RetryAfter time.Duration `json:"-"`
}

func (p *Problem) Error() string {
	if p.Field != "" {
		return fmt.Sprintf("%s: %s (in %s)", p.Code, p.Detail, p.Field)
	}
	return p.Code + ": " + p.Detail
}

const (
	retries  = 5
	patience = 30 * time.Second
	// Servers say a word every 15 s on a silent stream.
	silence = 60 * time.Second
)

var (
	errOther = errors.New("not an answer of a joseki service")

	defaultHTTP = &http.Client{Timeout: 10 * time.Second}
	// A stream has no end, so only its beginning can be waited for.
	streamHTTP = &http.Client{Transport: func() http.RoundTripper {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.ResponseHeaderTimeout = 10 * time.Second
		return transport
	}()}
)

// Next returns the candidates on a board, best first.
func (c *Client) Next(ctx context.Context, question Question) (*Answer, error) {
	answer := new(Answer)
	return answer, c.post(ctx, "/v1/next", question, answer)
}

// Report reports the result of a game. Sent again under its GameID, it counts once.
func (c *Client) Report(ctx context.Context, result Result) (*Reported, error) {
	reported := new(Reported)
	return reported, c.post(ctx, "/v1/results", result, reported)
}

// Follow calls each with every event of the changes of a book, or of all books if it is empty,
// until each returns an error or the context ends. A lost connection is made again and goes on
// after the last event. After is the id of an event of an earlier run, or empty for new changes.
func (c *Client) Follow(ctx context.Context, book, after string, each func(Event) error) error {
	query := url.Values{}
	if book != "" {
		query.Set("book", book)
	}
	if after != "" {
		query.Set("after", after)
	}
	wasOpen := false
	for failed := 0; ; failed++ {
		opened, err := c.followOnce(ctx, "/v1/changes/stream?"+query.Encode(), &after, each)
		if opened {
			wasOpen, failed = true, 0
		}
		var stop *stopped
		if errors.As(err, &stop) {
			return stop.error
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil && (!mayPass(err) || !wasOpen && failed >= retries) {
			return err
		}
		if err := wait(ctx, backoff(failed)); err != nil {
			return err
		}
	}
}

// stopped is an error of the caller's function.
type stopped struct{ error }

func (c *Client) followOnce(ctx context.Context, path string, last *string, each func(Event) error) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	request, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return false, &stopped{err}
	}
	request.Header.Set("Accept", "text/event-stream")
	if *last != "" {
		request.Header.Set("Last-Event-ID", *last)
	}
	sender := streamHTTP
	if c.HTTP != nil {
		sender = &http.Client{Transport: c.HTTP.Transport, Jar: c.HTTP.Jar, CheckRedirect: c.HTTP.CheckRedirect}
	}
	response, err := sender.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return false, problemOf(response)
	}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind != "text/event-stream" {
		return false, errOther
	}
	isSilent := time.AfterFunc(silence, cancel)
	defer isSilent.Stop()
	return true, readEvents(response.Body, last, func() { isSilent.Reset(silence) }, each)
}

// readEvents reads a stream to its end, and notes the id of the last event that came whole.
func readEvents(body io.Reader, last *string, heard func(), each func(Event) error) error {
	lines := bufio.NewReader(body)
	event, data := Event{ID: *last}, []string(nil)
	for {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		line = strings.TrimRight(line, "\r\n")
		heard()
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			*last = event.ID
			if event.Name != "" {
				if event.Name == "change" {
					if err := json.Unmarshal([]byte(strings.Join(data, "\n")), &event.Change); err != nil {
						return errOther
					}
				}
				if err := each(event); err != nil {
					return &stopped{err}
				}
			}
			event, data = Event{ID: *last}, nil
		case name == "id":
			event.ID = value
		case name == "event":
			event.Name = value
		case name == "data":
			data = append(data, value)
		}
	}
}

func (c *Client) request(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	base := strings.TrimRight(c.URL, "/")
	if base == "" {
		base = "http://127.0.0.1:8361"
	}
	request, err := http.NewRequestWithContext(ctx, method, base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if c.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.Key)
	}
	return request, nil
}

// post sends what may be sent twice: a question, or a result, which counts once.
func (c *Client) post(ctx context.Context, path string, asked, answer any) error {
	body, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	sender := c.HTTP
	if sender == nil {
		sender = defaultHTTP
	}
	giveUp := time.Now().Add(patience)
	for failed := 0; ; failed++ {
		request, err := c.request(ctx, http.MethodPost, path, body)
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		err = receive(sender, request, answer)
		if err == nil || ctx.Err() != nil || !mayPass(err) || failed >= retries {
			return err
		}
		pause := backoff(failed)
		var problem *Problem
		if errors.As(err, &problem) && problem.RetryAfter >= 0 {
			pause = problem.RetryAfter
		}
		if time.Now().Add(pause).After(giveUp) {
			return err
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

func receive(sender *http.Client, request *http.Request, answer any) error {
	response, err := sender.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		return problemOf(response)
	}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind != "application/json" {
		return errOther
	}
	return json.NewDecoder(response.Body).Decode(answer)
}

func problemOf(response *http.Response) error {
	problem := &Problem{RetryAfter: -1}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	isProblem := kind == "application/problem+json" && json.NewDecoder(response.Body).Decode(problem) == nil
	if !isProblem && !passes(response.StatusCode) {
		return errOther
	}
	if !isProblem {
		problem.Code = fmt.Sprintf("http_%d", response.StatusCode)
	}
	problem.Status = response.StatusCode
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds >= 0 {
		problem.RetryAfter = time.Duration(seconds) * time.Second
	}
	return problem
}

// mayPass says whether an error is of the connection or of a server that is busy.
func mayPass(err error) bool {
	var problem *Problem
	if errors.As(err, &problem) {
		return passes(problem.Status) && (problem.Status != http.StatusTooManyRequests || problem.RetryAfter >= 0)
	}
	return !errors.Is(err, errOther)
}

func passes(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

func backoff(failed int) time.Duration {
	if failed > 6 {
		failed = 6
	}
	longest := 200 * time.Millisecond << failed
	return longest/2 + time.Duration(rand.Int63n(int64(longest/2)))
}

func wait(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
