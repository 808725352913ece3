// Command example asks for the next move, reports a game as lost if JOSEKI_KEY has a key, and shows
// the changes of books for a second.
//
//	go run ./example http://127.0.0.1:8361
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"joseki"
)

func main() {
	log.SetFlags(0)
	client := &joseki.Client{Key: os.Getenv("JOSEKI_KEY")}
	if len(os.Args) > 1 {
		client.URL = os.Args[1]
	}
	if err := run(context.Background(), client); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, client *joseki.Client) error {
	moves := []joseki.Move{{"B", "Q16"}, {"W", "O17"}}
	answer, err := client.Next(ctx, joseki.Question{Moves: moves, Opponent: "tom", Limit: 3})
	if err != nil {
		return err
	}
	for _, move := range answer.Moves {
		verdict := "-"
		if move.Verdict != nil {
			verdict = *move.Verdict
		}
		fmt.Println(answer.ToPlay, move.Point, verdict)
	}
	if client.Key != "" && answer.Best != nil {
		reported, err := client.Report(ctx, joseki.Result{
			GameID:   fmt.Sprintf("tom-%d", time.Now().UnixNano()),
			Opponent: "tom",
			Color:    answer.ToPlay,
			Result:   "loss",
			Moves:    append(moves, joseki.Move{answer.ToPlay, *answer.Best}),
		})
		if err != nil {
			return err
		}
		fmt.Printf("%s: %d moves learned\n", reported.Status, reported.Learned)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = client.Follow(ctx, "", "0", func(event joseki.Event) error {
		fmt.Println(event.Name, event.Change.Book, event.Change.Version)
		return nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
