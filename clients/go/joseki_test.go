package joseki

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

var game = []Move{{"B", "Q16"}, {"W", "O17"}, {"B", "R14"}, {"W", "R17"}}

// serve gives answers written beforehand, each a function of the response.
func serve(t *testing.T, answers ...http.HandlerFunc) (*Client, *[]*http.Request) {
	t.Helper()
	requests := new([]*http.Request)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*requests = append(*requests, r)
		answers[len(*requests)-1](w, r)
	}))
	t.Cleanup(server.Close)
	return &Client{URL: server.URL, Key: "jk_1"}, requests
}

func answer(status int, kind, retryAfter, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func problem(status int, code, retryAfter string) http.HandlerFunc {
	body := fmt.Sprintf(`{"code":%q,"detail":"so","field":"moves[1]"}`, code)
	return answer(status, "application/problem+json", retryAfter, body)
}

func TestQuestionsAreSentAgain(t *testing.T) {
	client, requests := serve(t,
		problem(503, "overloaded", "0"),
		problem(429, "rate_limited", "0"),
		answer(200, "application/json", "", `{"best":"Q16"}`))
	found, err := client.Next(context.Background(), Question{Moves: game})
	if err != nil || *found.Best != "Q16" || len(*requests) != 3 {
		t.Fatal(found, err, len(*requests))
	}
	if key := (*requests)[2].Header.Get("Authorization"); key != "Bearer jk_1" {
		t.Error(key)
	}
}

func TestProblemsAreReturned(t *testing.T) {
	client, requests := serve(t,
		problem(422, "illegal_move", "0"),
		problem(503, "store_busy", "3600"),
		answer(200, "text/html", "", "<p>"))
	_, err := client.Next(context.Background(), Question{})
	if err == nil || err.Error() != "illegal_move: so (in moves[1])" {
		t.Error(err)
	}
	var busy *Problem
	_, err = client.Next(context.Background(), Question{})
	if !errors.As(err, &busy) || busy.Code != "store_busy" || busy.RetryAfter != time.Hour {
		t.Error(err)
	}
	if _, err = client.Next(context.Background(), Question{}); !errors.Is(err, errOther) {
		t.Error(err)
	}
	if len(*requests) != 3 {
		t.Error(len(*requests))
	}
}

func TestStreamsGoOnAfterTheLastEvent(t *testing.T) {
	const kind = "text/event-stream"
	client, requests := serve(t,
		answer(200, kind, "", ": hello\nid: 7@a\n\nid: 8@a\nevent: change\ndata: {\"id\":\ndata: 8}\n\nid: 9@a\nevent: ch"),
		problem(503, "overloaded", "0"),
		answer(200, kind, "", "id: 9@a\r\nevent: change\r\ndata: {\"id\":9}\r\n\r\n:\n\n"),
		problem(404, "unknown_book", ""))
	var found []string
	err := client.Follow(context.Background(), "", "", func(event Event) error {
		found = append(found, fmt.Sprint(event.ID, " ", event.Change.ID))
		return nil
	})
	var gone *Problem
	if !errors.As(err, &gone) || gone.Code != "unknown_book" {
		t.Error(err)
	}
	if strings.Join(found, ",") != "8@a 8,9@a 9" {
		t.Error(found)
	}
	for index, last := range []string{"", "8@a", "8@a", "9@a"} {
		if sent := (*requests)[index].Header.Get("Last-Event-ID"); sent != last {
			t.Error(index, sent)
		}
	}
}

// JOSEKI_URL and JOSEKI_KEY name a running server.
func TestServer(t *testing.T) {
	client := &Client{URL: os.Getenv("JOSEKI_URL"), Key: os.Getenv("JOSEKI_KEY")}
	if client.URL == "" {
		t.Skip("JOSEKI_URL names no server")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	found, err := client.Next(ctx, Question{Moves: game[:2]})
	if err != nil || *found.Best != "R14" || found.ToPlay != "B" {
		t.Fatal(found, err)
	}
	name := fmt.Sprintf("go-%d", time.Now().UnixNano())
	result := Result{GameID: name, Opponent: name, Color: "B", Result: "loss", Moves: game}
	for _, status := range []string{"counted", "unchanged"} {
		reported, err := client.Report(ctx, result)
		if err != nil || reported.Status != status {
			t.Fatal(reported, err)
		}
	}
	var refused *Problem
	_, err = client.Next(ctx, Question{Moves: []Move{{"B", "Q16"}, {"W", "Q16"}}})
	if !errors.As(err, &refused) || refused.Code != "illegal_move" || refused.Field != "moves[1]" {
		t.Error(err)
	}
	enough := errors.New("enough")
	err = client.Follow(ctx, "main", "0", func(event Event) error {
		if event.Change.Book != "main" || event.Change.Kind != "create" {
			t.Error(event)
		}
		return enough
	})
	if err != enough {
		t.Error(err)
	}
}
